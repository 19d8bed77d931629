package dev.rota.stream.intake;

import dev.rota.engine.Nullable;
import dev.rota.kafka.AdminAnswers;
import dev.rota.settings.Names;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up how far the scheduler is behind the log, without waiting for the answer. */
final class LogLag implements Backlog.Lag {

    private static final Logger LOG = LoggerFactory.getLogger(LogLag.class);

    private final Names names;
    private final int partitions;
    private final Admin admin;
    private @Nullable KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> ends;
    private @Nullable KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> decided;
    private boolean silent;

    LogLag(Names names, int partitions, Admin admin) {
        this.names = names;
        this.partitions = partitions;
        this.admin = admin;
    }

    @Override
    public void look() {
        if (ends != null) {
            return;
        }
        Map<TopicPartition, OffsetSpec> all = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            all.put(new TopicPartition(names.log(), i), OffsetSpec.latest());
        }
        ends = admin.listOffsets(all).all();
        decided = admin.listConsumerGroupOffsets(names.scheduler()).partitionsToOffsetAndMetadata();
    }

    @Override
    public Map<Integer, Backlog.Place> answer() {
        KafkaFuture<Map<TopicPartition, ListOffsetsResultInfo>> asked = ends;
        KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> group = decided;
        if (asked == null || group == null || !asked.isDone() || !group.isDone()) {
            return Map.of();
        }
        ends = null;
        try {
            Map<TopicPartition, OffsetAndMetadata> committed = AdminAnswers.get(group);
            Map<Integer, Backlog.Place> places = new HashMap<>();
            AdminAnswers.get(asked).forEach((partition, end) -> {
                OffsetAndMetadata next = committed.get(partition);
                long decided = next == null ? 0 : next.offset();
                places.put(partition.partition(), new Backlog.Place(decided, end.offset() - decided));
            });
            silent = false;
            return places;
        } catch (KafkaException e) {
            if (!silent) {
                silent = true;
                LOG.warn(
                        "{}: adopted records wait until the scheduler's positions can be read: {}",
                        names.intake(),
                        AdminAnswers.why(e));
            }
            return Map.of();
        }
    }
}
