/** Synthetic build farms: a small one for the demo, and a large one as a closed loop. */
package dev.rota.workload.jobs;
