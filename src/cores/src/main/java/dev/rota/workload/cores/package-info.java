/** Synthetic relay chains: two that answer decisions for the demo, and a steady one for the benchmark. */
package dev.rota.workload.cores;
