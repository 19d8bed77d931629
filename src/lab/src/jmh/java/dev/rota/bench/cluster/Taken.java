package dev.rota.bench.cluster;

import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import org.apache.kafka.clients.admin.Admin;

/** Counts the records that intake has committed by their offsets, since the topics of a measurement are new. */
final class Taken {

    private Taken() {}

    static long by(Names names, Admin admin) {
        return names.domain().inputs().stream()
                .map(input -> names.topic(input.topic()))
                .flatMap(topic -> Topics.committed(admin, names.intake(), topic).values().stream())
                .mapToLong(Long::longValue)
                .sum();
    }
}
