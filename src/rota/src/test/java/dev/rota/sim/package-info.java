/**
 * A simulated world for the real intake and the real schedulers: a cluster in memory whose network, time and
 * interleaving follow from a seed, so that each run can be repeated from a number. {@link dev.rota.sim.FidelityTest}
 * compares the cluster with a real broker.
 */
package dev.rota.sim;
