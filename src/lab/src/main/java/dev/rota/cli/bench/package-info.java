/** The verb that runs the measurements of {@code dev.rota.bench}, from a jar beside the one with all other verbs. */
package dev.rota.cli.bench;
