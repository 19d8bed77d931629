/** Reads which of a scheduler's outputs are committed; a rebuild of its rows compares its decisions with them. */
package dev.rota.stream.outputs;
