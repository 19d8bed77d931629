/** The verb chunks, which exports a network's assignment and previews its next epoch. */
package dev.rota.cli.chunks;
