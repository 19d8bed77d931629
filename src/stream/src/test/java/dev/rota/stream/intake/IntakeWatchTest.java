package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.stream.common.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class IntakeWatchTest {

    private static final TopicPartition FACTS = new TopicPartition("facts", 0);

    /** A member of a group that may lose its membership. */
    private static final class Member extends MockConsumer<byte[], byte[]> {
        private int generation = 1;

        Member() {
            super("none");
        }

        @Override
        @SuppressWarnings("removal") // Kafka has no other way to create one
        public synchronized ConsumerGroupMetadata groupMetadata() {
            return new ConsumerGroupMetadata("group", generation, "", Optional.empty());
        }
    }

    private long nanos;
    private long committed;
    private final Member consumer = new Member();
    private final InputBuffer buffer = new InputBuffer();
    private final Set<TopicPartition> waiting = new HashSet<>();
    private final IntakeWatch watch = new IntakeWatch("group", new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public void sleep(Duration time) {
            nanos += time.toNanos();
        }
    });

    IntakeWatchTest() {
        consumer.assign(List.of(FACTS));
        consumer.updateBeginningOffsets(Map.of(FACTS, 0L));
        consumer.updateEndOffsets(Map.of(FACTS, 0L));
        consumer.seek(FACTS, 0);
        watch.begin(() -> committed);
    }

    /** Lets seconds pass, while intake polls. */
    private void polling(int seconds) {
        for (int i = 0; i < seconds; i++) {
            nanos += 1_000_000_000L;
            watch.look(consumer, buffer, waiting::contains);
        }
    }

    private void settled(int seconds) {
        for (int i = 0; i < seconds; i++) {
            committed = nanos + 1_000_000_000L;
            polling(1);
        }
    }

    @Test
    void shouldHaveNoReasonWhileThereIsNothingToDo() {
        settled(100);

        assertThat(watch.stalls()).isEmpty();
    }

    @Test
    void shouldTellThatItIsInNoGroup() {
        settled(1);
        consumer.generation = -1;
        settled(29);
        assertThat(watch.stalls()).isEmpty();
        settled(2);
        assertThat(watch.stalls())
                .containsExactly("intake is not in its group group for 31 s: it reads and commits nothing");

        consumer.generation = 2;
        settled(1);
        assertThat(watch.stalls()).isEmpty();
    }

    @Test
    void shouldTellWhatItWaitsForLong() {
        watch.waits("the log");
        nanos += 29_000_000_000L;
        watch.waits("the log");
        assertThat(watch.stalls()).isEmpty();
        nanos += 2_000_000_000L;
        assertThat(watch.stalls()).containsExactly("intake has been waiting for the log for 31 s");

        // another wait begins
        watch.waits("its group");
        assertThat(watch.stalls()).isEmpty();
        assertThat(watch.waitsFor()).isEqualTo("its group");

        watch.reads();
        assertThat(watch.waitsFor()).isEmpty();
    }

    @Test
    void shouldHaveNoReasonWhileItWaitsForOthers() {
        watch.waitsForOthers("the schema registry");
        nanos += 100_000_000_000L;

        assertThat(watch.stalls()).isEmpty();
        assertThat(watch.waitsFor()).isEqualTo("the schema registry");
    }

    @Test
    void shouldTellThatNothingIsCommitted() {
        polling(31);

        assertThat(watch.stalls()).containsExactly("intake has committed no positions to its group group for 31 s");
    }

    /** The thread may not come back from a poll. */
    @Test
    void shouldTellThatItsThreadStandsStill() {
        nanos += 40_000_000_000L;

        assertThat(watch.stalls())
                .containsExactly(
                        "intake has committed no positions to its group group for 40 s",
                        "intake is not in its group group for 40 s: it reads and commits nothing");
    }

    @Test
    void shouldTellOfAPartitionWhoseRecordsAreNotAppended() {
        settled(1);
        buffer.add(new ConsumerRecord<>("facts", 0, 7, null, new byte[0]));
        settled(31);
        assertThat(watch.stalls()).containsExactly("intake stands at facts/0/7 for 30 s");

        // another one is the next
        buffer.clear();
        buffer.add(new ConsumerRecord<>("facts", 0, 8, null, new byte[0]));
        settled(20);
        assertThat(watch.stalls()).isEmpty();
    }

    @Test
    void shouldTellOfAPartitionThatIsNotFetched() {
        consumer.updateEndOffsets(Map.of(FACTS, 5L));
        settled(32);

        assertThat(watch.stalls()).containsExactly("intake stands at facts/0/0 for 31 s");
    }

    @Test
    void shouldHaveNoReasonForAPartitionThatWaitsForAnotherReason() {
        buffer.add(new ConsumerRecord<>("facts", 0, 7, null, new byte[0]));
        settled(20);
        waiting.add(FACTS);
        settled(20);
        waiting.clear();
        settled(20);

        assertThat(watch.stalls()).isEmpty();
    }
}
