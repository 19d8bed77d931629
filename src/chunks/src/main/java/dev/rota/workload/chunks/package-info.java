/** Synthetic networks of data chunks: a small one for the demo, and large ones for trials and long decisions. */
package dev.rota.workload.chunks;
