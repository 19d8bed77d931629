/**
 * A domain's tables as one RocksDB-backed state store of Kafka Streams, with the engine's write-back buffer over it.
 */
package dev.rota.stream.store;
