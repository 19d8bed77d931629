/** Synthetic transactions: ledgers of twelve cities for the demo, and a skewed load for the benchmark. */
package dev.rota.workload.shards;
