package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.trials.Seeded;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AcknowledgedRoundsTest {

    private static final TopicPartition A = new TopicPartition("a", 0);

    /** The model of a record that was sent, and whether the log has acknowledged it. */
    private static final class Sent {
        final TopicPartition partition;
        final long offset;
        final Runnable acknowledge;
        boolean acknowledged;

        Sent(TopicPartition partition, long offset, Runnable acknowledge) {
            this.partition = partition;
            this.offset = offset;
            this.acknowledge = acknowledge;
        }
    }

    @Seeded(300)
    void shouldNeverCommitPastARecordThatTheLogDoesNotHave(long seed) {
        Random random = new Random(seed);
        AcknowledgedRounds rounds = new AcknowledgedRounds();
        List<Sent> all = new ArrayList<>();
        Map<TopicPartition, Long> next = new HashMap<>();
        Map<TopicPartition, Long> committed = new HashMap<>();

        for (int i = 0; i < 200; i++) {
            int what = random.nextInt(10);
            if (what < 5) {
                TopicPartition partition = new TopicPartition("t", random.nextInt(3));
                long offset = next.merge(partition, 1L + random.nextInt(3), Long::sum);
                all.add(new Sent(partition, offset, rounds.sent(partition, mark(offset + 1))));
            } else if (what < 9) {
                List<Sent> open = new ArrayList<>(
                        all.stream().filter(sent -> !sent.acknowledged).toList());
                Collections.shuffle(open, random);
                open.stream().limit(3).forEach(AcknowledgedRoundsTest::acknowledge);
            } else {
                close(rounds, all, committed);
            }
        }

        // and all of them in the end
        all.stream().filter(sent -> !sent.acknowledged).forEach(AcknowledgedRoundsTest::acknowledge);
        close(rounds, all, committed);
        Map<TopicPartition, Long> last = new HashMap<>();
        all.forEach(sent -> last.put(sent.partition, sent.offset + 1));
        assertThat(committed).isEqualTo(last);
        assertThat(rounds.inFlight()).isZero();
    }

    private static PositionMark mark(long next) {
        return new PositionMark("id", next, "", new Reading.Rules(1), false, new TreeSet<>());
    }

    private static void acknowledge(Sent sent) {
        sent.acknowledged = true;
        sent.acknowledge.run();
    }

    private static void close(AcknowledgedRounds rounds, List<Sent> all, Map<TopicPartition, Long> committed) {
        new TreeMap<>(positions(rounds)).forEach((number, position) -> {
            TopicPartition partition = new TopicPartition("t", number);
            assertThat(all)
                    .filteredOn(sent -> sent.partition.equals(partition) && sent.offset < position)
                    .allMatch(sent -> sent.acknowledged);
            assertThat(position).isGreaterThan(committed.getOrDefault(partition, 0L));
            committed.put(partition, position);
        });
    }

    private static Map<Integer, Long> positions(AcknowledgedRounds rounds) {
        Map<Integer, Long> positions = new HashMap<>();
        rounds.close().forEach((partition, position) -> positions.put(partition.partition(), position.next()));
        return positions;
    }

    @Test
    void shouldForgetRevokedPartitions() {
        // given
        AcknowledgedRounds rounds = new AcknowledgedRounds();
        Runnable written = rounds.sent(A, mark(1));
        rounds.close();
        Runnable writtenLater = rounds.sent(A, mark(2));

        // when
        rounds.forget(List.of(A));
        written.run();
        writtenLater.run();

        // then
        assertThat(rounds.close()).isEmpty();
        assertThat(rounds.inFlight()).isZero();
    }

    @Test
    void shouldKeepThoseOfOtherPartitions() {
        // given
        TopicPartition other = new TopicPartition("a", 1);
        AcknowledgedRounds rounds = new AcknowledgedRounds();
        rounds.sent(A, mark(1)).run();
        Runnable written = rounds.sent(other, mark(1));
        rounds.close();
        rounds.sent(other, mark(2)).run();

        // when
        rounds.forget(List.of(A));

        // then
        assertThat(rounds.busy()).containsExactly(other);
        assertThat(rounds.close()).isEmpty();
        written.run();
        assertThat(rounds.close()).containsExactly(Map.entry(other, mark(2)));
    }
}
