/**
 * The verb topics, which prints and creates the topics and permissions that Rota needs. {@link
 * dev.rota.cli.topics.StrimziTopics} prints topics for Strimzi's operator, and {@link dev.rota.cli.topics.GrantsReport}
 * the permissions of each role.
 */
package dev.rota.cli.topics;
