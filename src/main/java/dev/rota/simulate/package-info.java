/** A log from a file, decisions to a file, no broker: the same engine, driven line by line. */
package dev.rota.simulate;
