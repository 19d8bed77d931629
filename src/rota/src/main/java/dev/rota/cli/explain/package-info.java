/**
 * The verb explain, which states why a subject of a domain is where it is. A verb for each domain defines the possible
 * questions; {@link dev.rota.cli.explain.Explanations} replays the log and prints the answer. The verb would asks in the
 * same way what an {@link dev.rota.cli.explain.AssumedEvent} would cause.
 */
package dev.rota.cli.explain;
