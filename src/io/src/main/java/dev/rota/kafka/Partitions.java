package dev.rota.kafka;

import org.apache.kafka.common.utils.Utils;

/** Kafka's default partitioner. */
public final class Partitions {

    private Partitions() {}

    public static int of(byte[] key, int partitions) {
        return Utils.toPositive(Utils.murmur2(key)) % partitions;
    }
}
