/** The laws of the house, as far as a machine can hold them. */
package dev.rota.laws;
