/**
 * The cluster of a verb. {@link dev.rota.cli.cluster.Cluster} checks that it can be reached, that its topics are as
 * expected, and that it allows the operations of the verb's {@link dev.rota.cli.cluster.Role}. {@link
 * dev.rota.cli.cluster.Wires} creates registry and wire format; {@link dev.rota.cli.cluster.RecordSource} reads the
 * cluster or exported files.
 */
package dev.rota.cli.cluster;
