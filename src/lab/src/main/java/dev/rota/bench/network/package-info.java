/** Measures the placement of large synthetic chunk networks in memory, stage by stage. */
package dev.rota.bench.network;
