/**
 * A schema registry with Confluent's REST API, as far as producers, consumers and Rota itself use it. Its content is a
 * topic of the cluster, from which any number of servers read the same versions and ids.
 */
package dev.rota.registry;
