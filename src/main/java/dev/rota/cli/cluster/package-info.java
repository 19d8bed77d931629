/**
 * The cluster that a verb works on. {@link dev.rota.cli.cluster.Cluster} checks that it can be reached, that its topics are
 * right, and that it allows what the verb's {@link dev.rota.cli.cluster.Role} needs. {@link dev.rota.cli.cluster.Wires}
 * creates registry and wire format; {@link dev.rota.cli.cluster.RecordSource} reads the cluster or exported files.
 */
package dev.rota.cli.cluster;
