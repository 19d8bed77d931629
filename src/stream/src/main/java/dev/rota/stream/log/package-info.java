/**
 * Access to the log other than by intake and Kafka Streams: how far it reaches, how it began, its records one by one,
 * and what operators append.
 */
package dev.rota.stream.log;
