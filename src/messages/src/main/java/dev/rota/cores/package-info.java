/**
 * The vocabulary of {@code cores}: the messages of its topics and the rows of its scheduler, which the build generates from
 * the schemas, and the names of its topics.
 */
package dev.rota.cores;
