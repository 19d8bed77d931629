package dev.rota.stream.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.settings.Names;
import dev.rota.shards.scheduler.ShardsDomain;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminAnswers;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class LogLagTest {

    private final Names names = new Names(new ShardsDomain(), "");

    /** The lookups of ends that were not answered when they were made, by partition. */
    private final Map<Integer, KafkaFutureImpl<ListOffsetsResultInfo>> unanswered = new HashMap<>();

    private KafkaFuture<Map<TopicPartition, OffsetAndMetadata>> group =
            KafkaFuture.completedFuture(Map.of(partition(0), new OffsetAndMetadata(70)));

    /** Answers at once that partition 0 ends at 100; the others do not answer. */
    private final Admin admin = (Admin) Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (self, method, args) -> method.getName().equals("listOffsets")
                    ? ends((Map<?, ?>) args[0])
                    : AdminAnswers.offsets(names.scheduler(), group));

    private final LogLag lag = new LogLag(names, 2, admin);

    private TopicPartition partition(int number) {
        return new TopicPartition(names.log(), number);
    }

    private ListOffsetsResult ends(Map<?, ?> asked) {
        Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> ends = new HashMap<>();
        for (Object each : asked.keySet()) {
            TopicPartition partition = (TopicPartition) each;
            KafkaFutureImpl<ListOffsetsResultInfo> end = new KafkaFutureImpl<>();
            if (partition.partition() == 0) {
                end.complete(end(100));
            } else {
                assertThat(unanswered.put(partition.partition(), end)).isNull();
            }
            ends.put(partition, end);
        }
        return new ListOffsetsResult(ends);
    }

    private static ListOffsetsResultInfo end(long offset) {
        return new ListOffsetsResultInfo(offset, -1, Optional.empty());
    }

    private KafkaFutureImpl<ListOffsetsResultInfo> ofSecond() {
        return Objects.requireNonNull(unanswered.remove(1));
    }

    @Test
    void shouldNotWaitForAPartitionWithoutALeader() {
        for (int i = 0; i < 3; i++) {
            lag.look();
            assertThat(lag.answer()).isEqualTo(Map.of(0, new Backlog.Place(70, 30)));
            assertThat(lag.answer()).isEmpty();
        }

        ofSecond().completeExceptionally(new TimeoutException("a node was not there"));
        lag.look();
        assertThat(lag.answer()).containsOnlyKeys(0);
        assertThat(lag.failures()).isEqualTo(Map.of(1, "no broker answered in time"));

        lag.look();
        ofSecond().complete(end(5));
        assertThat(lag.answer()).isEqualTo(Map.of(0, new Backlog.Place(70, 30), 1, new Backlog.Place(0, 5)));
        assertThat(lag.failures()).isEmpty();
    }

    @Test
    void shouldSayThatTheGroupIsUnknown() {
        KafkaFutureImpl<Map<TopicPartition, OffsetAndMetadata>> silent = new KafkaFutureImpl<>();
        group = silent;
        lag.look();
        assertThat(lag.answer()).isEmpty();
        assertThat(lag.failures()).isEmpty();

        silent.completeExceptionally(new TimeoutException("no coordinator"));
        assertThat(lag.answer()).isEmpty();
        assertThat(lag.failures()).isEqualTo(Map.of(0, "no broker answered in time", 1, "no broker answered in time"));

        unanswered.clear();
        group = KafkaFuture.completedFuture(Map.of(partition(0), new OffsetAndMetadata(70)));
        lag.look();
        assertThat(lag.answer()).containsOnlyKeys(0);
        assertThat(lag.failures()).containsOnlyKeys(1);
    }
}
