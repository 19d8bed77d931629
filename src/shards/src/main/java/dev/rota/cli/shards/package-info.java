/** The verbs of a pool: worker executes its transactions; shards prints, verifies and saves the state of its shards. */
package dev.rota.cli.shards;
