/** The laws of the code base, as far as tests can check them. */
package dev.rota.laws;
