/** The pages of pools, shards, workers, transactions and blocks. */
package dev.rota.pages.domain.shards;
