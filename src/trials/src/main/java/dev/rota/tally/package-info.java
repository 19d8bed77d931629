/** A domain of one table, whose builds differ in the format of its rows. */
package dev.rota.tally;
