package dev.rota.worker.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.kafka.AdminAnswers;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Full;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("broker")
@Full
class TopicPartTest {

    private static final int RECORDS = 10;

    @AutoClose
    private static final SharedCluster CLUSTER = new SharedCluster();

    private final String topic = "letters." + UUID.randomUUID();

    @Test
    void shouldSkipRecordsThatAreDeletedWhileItIsOpen() throws Exception {
        try (Tenant tenant = CLUSTER.tenant(new ShardsDomain())) {
            // given
            AdminAnswers.get(tenant.admin()
                    .createTopics(List.of(new NewTopic(topic, 1, (short) 1)))
                    .all());
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    tenant.settings().producing(), new ByteArraySerializer(), new ByteArraySerializer())) {
                for (int i = 0; i < RECORDS; i++) {
                    var unused = producer.send(new ProducerRecord<>(topic, "letter".getBytes(UTF_8)));
                }
            }
            List<Long> visited = new ArrayList<>();
            try (TopicPart part = new TopicPart(tenant.settings(), topic, null)) {
                // when
                delete(tenant, 6);
                part.each(record -> visited.add(record.offset()));
                assertThat(visited).containsExactly(6L, 7L, 8L, 9L);

                // and when all are deleted
                visited.clear();
                delete(tenant, RECORDS);
                part.each(record -> visited.add(record.offset()));
                assertThat(visited).isEmpty();
            }
        }
    }

    private void delete(Tenant tenant, long before) {
        AdminAnswers.get(tenant.admin()
                .deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(before)))
                .all());
    }
}
