/** Which of a scheduler's outputs are committed, which a rebuild of its rows compares its decisions with. */
package dev.rota.stream.outputs;
