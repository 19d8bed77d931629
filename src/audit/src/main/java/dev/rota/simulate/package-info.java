/** Runs the engine on events from a file, without a broker. */
package dev.rota.simulate;
