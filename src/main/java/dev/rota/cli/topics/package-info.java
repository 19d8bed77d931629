/**
 * The verb topics: what a cluster must have for Rota. {@link dev.rota.cli.topics.StrimziTopics} writes the topics for an
 * operator, {@link dev.rota.cli.topics.GrantsReport} who must be allowed what.
 */
package dev.rota.cli.topics;
