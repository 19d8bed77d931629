package dev.rota.kafka;

import org.apache.kafka.common.utils.Utils;

/** Kafka's own way from a key to a partition, the same for every client of it. */
public final class Partitions {

    private Partitions() {}

    public static int of(byte[] key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }
}
