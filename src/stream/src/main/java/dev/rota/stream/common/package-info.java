/** What the rooms of {@link dev.rota.stream} share: the settings of Kafka's clients, time, and the end of a domain. */
package dev.rota.stream.common;
