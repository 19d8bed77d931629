/** A house in which every law is broken, to show that each would be noticed. */
package dev.rota.laws.broken;
