package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.serde.SchemaRegistry;
import dev.rota.serde.SchemaUnknown;
import dev.rota.trials.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ParkedPartitionsTest {

    private static final TopicPartition FIRST = new TopicPartition("facts", 0);
    private static final TopicPartition SECOND = new TopicPartition("facts", 1);

    /** Over at once: the test checks which timeout was set, not how long the lookup took. */
    private static final Duration PATIENCE = Duration.ofNanos(1);

    private static final long INTERVAL_MS = 60_000;

    private record Question(int id, Duration patience) {}

    /** An id that the registry has. */
    private static final int KNOWN = 100;

    /** A registry that has one schema, and never responds to requests for id 1. */
    private static final class NoSchemas implements SchemaRegistry {

        private final LinkedBlockingQueue<Question> questions = new LinkedBlockingQueue<>();

        @Override
        public int register(String subject, Schema schema) {
            throw new AssertionError("expected no registration");
        }

        @Override
        public int lookUp(String subject, Schema schema) {
            throw new AssertionError("expected no search");
        }

        @Override
        public Schema byId(int id, Duration patience) throws SchemaUnknown, InterruptedException {
            questions.add(new Question(id, patience));
            if (id == 1) {
                // never responds; the caller gives up by an interruption
                new CountDownLatch(1).await();
            }
            if (id == KNOWN) {
                return Schema.create(Schema.Type.INT);
            }
            throw new SchemaUnknown(id, "expected a schema " + id + ", but there is none");
        }

        Question asked() throws InterruptedException {
            Question question = questions.poll(60, TimeUnit.SECONDS);
            if (question == null) {
                throw new AssertionError("expected a question within 60 s");
            }
            return question;
        }
    }

    private final AtomicLong nanoTime = new AtomicLong(-5);
    private final NoSchemas registry = new NoSchemas();
    private final SchemaLookups lookups = new SchemaLookups(registry, false, PATIENCE);
    private final ParkedPartitions parked = new ParkedPartitions(lookups, INTERVAL_MS, nanoTime::get);

    @AfterEach
    void close() {
        lookups.close();
    }

    private Duration patienceFor(TopicPartition partition, int id) throws InterruptedException {
        parked.park(partition, List.of(id));
        Question question = registry.asked();
        assertThat(question.id()).isEqualTo(id);
        return question.patience();
    }

    private void answered(TopicPartition partition) {
        Await.until("an answer for " + partition, () -> {
            try {
                return parked.answers().stream()
                        .anyMatch(answer -> answer.partition().equals(partition));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(parked.contains(partition)).isFalse();
    }

    @Test
    void shouldBePatientOnceInAnIntervalAndPartition() throws Exception {
        // given
        assertThat(patienceFor(FIRST, 7)).isEqualTo(PATIENCE);
        answered(FIRST);

        // then lookups of its other ids do not wait, but those of other partitions do
        nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(INTERVAL_MS) - 1);
        assertThat(patienceFor(FIRST, 8)).isEqualTo(Duration.ZERO);
        answered(FIRST);
        assertThat(patienceFor(SECOND, 8)).isEqualTo(PATIENCE);
        answered(SECOND);

        // and when the interval is over
        nanoTime.incrementAndGet();
        assertThat(patienceFor(FIRST, 9)).isEqualTo(PATIENCE);
        answered(FIRST);
    }

    @Test
    void shouldLookUpTheIdsOfFollowingRecordsInTheSameTurn() throws Exception {
        // when
        parked.park(FIRST, List.of(7, 8, 9));

        // then only the lookup of the first one waits
        assertThat(registry.asked()).isEqualTo(new Question(7, PATIENCE));
        assertThat(registry.asked()).isEqualTo(new Question(8, Duration.ZERO));
        assertThat(registry.asked()).isEqualTo(new Question(9, Duration.ZERO));
        // and the schema that the next record needs comes last, so that the others do not evict it
        assertThat(answeredIds()).containsExactly(9, 8, 7);
    }

    @Test
    void shouldWaitForALaterIdOfItsOwnIfNoneWasWaitedFor() throws Exception {
        // given a record with a known schema before one whose schema the registry does not have yet
        parked.park(FIRST, List.of(KNOWN, 8));
        assertThat(registry.asked()).isEqualTo(new Question(KNOWN, PATIENCE));
        assertThat(registry.asked()).isEqualTo(new Question(8, Duration.ZERO));

        // then the later one does not count as unknown
        assertThat(answeredIds()).containsExactly(KNOWN);
        assertThat(patienceFor(FIRST, 8)).isEqualTo(PATIENCE);
        answered(FIRST);
    }

    /** Returns the ids that are resolved in one turn, in the order of the answers. */
    private List<Integer> answeredIds() {
        List<Integer> ids = new ArrayList<>();
        Await.until("all answers", () -> {
            try {
                parked.answers().forEach(answer -> ids.add(answer.id()));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return !parked.contains(FIRST);
        });
        return ids;
    }

    @Test
    void shouldAskForOnePartitionWhileAnotherOnesQuestionIsNotAnswered() throws Exception {
        // given
        patienceFor(FIRST, 1);

        // when
        patienceFor(SECOND, 7);
        answered(SECOND);

        // then
        assertThat(parked.contains(FIRST)).isTrue();
        assertThat(parked.count()).isEqualTo(1);
    }

    @Test
    void shouldSayForWhichSchemaItHasWaitedLong() throws Exception {
        // given
        patienceFor(FIRST, 1);
        nanoTime.addAndGet(TimeUnit.SECONDS.toNanos(30) - 1);
        assertThat(parked.reasons()).isEmpty();

        // when
        nanoTime.incrementAndGet();

        // then
        assertThat(parked.reasons()).containsExactly("intake waits for schema 1 of facts/0");

        // but not for a partition that was revoked
        parked.forget(List.of(FIRST));
        assertThat(parked.reasons()).isEmpty();
        assertThat(parked.count()).isZero();
        assertThat(parked.answers()).isEmpty();
    }
}
