/**
 * The verb explain: why a subject of a domain is where it is. A verb for each domain says what can be asked, {@link
 * dev.rota.cli.explain.Explanations} replays the log and prints the answer.
 */
package dev.rota.cli.explain;
