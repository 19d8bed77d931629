package dev.rota.stream.kstreams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Parallel;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogFormat;
import dev.rota.settings.Names;
import dev.rota.stream.attendance.AttendedPartitions;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.meters.SchedulerMeters;
import dev.rota.stream.pages.PageAnswer;
import dev.rota.stream.pages.PageAnswer.Outcome;
import dev.rota.stream.pages.PageCache;
import dev.rota.stream.pages.Questions;
import dev.rota.stream.partition.FakeTicks;
import dev.rota.stream.partition.LogPartition;
import dev.rota.stream.partition.MemoryLog;
import dev.rota.stream.partition.MemoryOutputs;
import dev.rota.stream.partition.RebuildRequest;
import dev.rota.stream.partition.Standings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchedulerTopologyTest {

    @TempDir
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private ChoresTopology chores;

    @BeforeEach
    void open() {
        chores = new ChoresTopology(state);
    }

    @AfterEach
    void close() {
        chores.close();
    }

    @Test
    void shouldNotChangeItsNames() throws IOException {
        // Names of processors and stores are part of the names of changelogs and tasks. A change would orphan the state
        // of a running scheduler.
        Names names = new Names(new CoresDomain(), "p.");
        SchedulerMeters meters = SchedulerMeters.of(names, new SimpleMeterRegistry());
        LogPartition.Shared partitions = new LogPartition.Shared(
                names,
                Parallel.SEQUENTIAL,
                new MemoryLog(),
                new MemoryOutputs(),
                new RebuildRequest(false),
                new Standings(),
                meters.decisions(),
                () -> false);
        SchedulerProcessor.Shared shared = new SchedulerProcessor.Shared(
                partitions,
                new FakeTicks(),
                Duration.ofSeconds(1),
                true,
                new PageCache(() -> 0, Runnable::run, partition -> false),
                new Questions(() -> 0, partition -> false, partition -> false),
                meters,
                new AttendedPartitions("log", 0, InstantSource.system()));
        Topology topology =
                SchedulerTopology.of(names, () -> new SchedulerProcessor(shared, new PromptCommits(() -> 0)));
        try (InputStream golden =
                Objects.requireNonNull(getClass().getResourceAsStream("/topology/cores-scheduler.txt"))) {
            assertThat(topology.describe().toString())
                    .isEqualToNormalizingNewlines(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void shouldEmitAsTheContractSays() {
        // when
        chores.append(5_000, Chores.added("home", "dishes"));

        // then
        TestRecord<byte[], byte[]> task = chores.read(Chores.TASKS).get(0);
        assertThat(new String(task.key(), UTF_8)).isEqualTo("home");
        assertThat(task.timestamp()).isEqualTo(5_000);
        assertThat(Arrays.stream(task.headers().toArray()).map(Header::key))
                .containsExactly("rota-unit", "rota-seq", "rota-cause", "rota-rules", "rota-chain");
        assertThat(header(task, "rota-unit")).isEqualTo("home");
        assertThat(header(task, "rota-seq")).isEqualTo("1");
        assertThat(header(task, "rota-cause")).isEqualTo("chores.log/0/" + chores.lastOffset());
        assertThat(header(task, "rota-rules")).isEqualTo("chores/2");
        assertThat(header(task, "rota-chain")).matches("[0-9a-f]{32}");
    }

    @Test
    void shouldNumberRejectionsButNotCheckpoints() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));

        // when a minute of log time has passed
        chores.append(65_000, Chores.added("home", "dishes"));

        // then
        TestRecord<byte[], byte[]> rejection = chores.read("chores.rejections").get(0);
        assertThat(header(rejection, "rota-seq")).isEqualTo("2");
        assertThat(new String(rejection.key(), UTF_8)).isEqualTo("home");
        TestRecord<byte[], byte[]> checkpoint =
                chores.read("chores.checkpoints").get(0);
        assertThat(checkpoint.headers().lastHeader("rota-seq")).isNull();
        assertThat(header(checkpoint, "rota-chain")).isEqualTo(header(rejection, "rota-chain"));
        assertThat(new String(checkpoint.key(), UTF_8)).isEqualTo("home");
    }

    @Test
    void shouldDropRecordsThatIntakeAppendedTwice() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        assertThat(chores.read(Chores.TASKS)).hasSize(1);

        // when
        chores.repeatLast(5_001);

        // then
        assertThat(chores.read(Chores.TASKS)).isEmpty();
        assertThat(chores.read("chores.rejections")).isEmpty();
        assertThat(chores.counted("DUPLICATE")).isEqualTo(1);
    }

    @Test
    void shouldSkipForeignRecords() {
        // given
        chores.pipe(1_000, "somebody".getBytes(UTF_8), new byte[] {1}, new RecordHeaders());
        chores.pipe(1_000, null, null, new RecordHeaders().add("rota-kind", "gossip".getBytes(UTF_8)));

        // when
        chores.append(5_000, Chores.added("home", "dishes"));

        // then
        assertThat(chores.read(Chores.TASKS)).hasSize(1);
        assertThat(chores.counted("FOREIGN")).isEqualTo(2);
    }

    @Test
    void shouldStopAtRulesThatItDoesNotKnow() {
        assertThatThrownBy(() -> chores.append(6_000, LogFormat.rules(3, 1)))
                .hasRootCauseInstanceOf(StoppedException.class)
                .rootCause()
                .hasMessageEndingWith(
                        "the log continues with rules chores/3, but this build supports chores/1 to chores/2."
                                + " Run a newer build");
    }

    @Test
    void shouldWriteARowOncePerTransactionAndTransientRowsNever() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        chores.changelog();

        // when 200 rows come and go while the unit's own row stays
        chores.append(5_001, Chores.cleaning("home", 200));

        // then only the rows of the unit, the source and the partition are written
        assertThat(chores.read(Chores.TASKS)).hasSize(201);
        assertThat(chores.changelog()).hasSize(3);
    }

    @Test
    void shouldDeleteRowsInTheChangelogToo() {
        // given
        chores.append(5_000, Chores.added("home", "laundry"));
        chores.append(5_000, Chores.added("home", "dishes", 10_000));
        chores.changelog();

        // when
        chores.append(5_001, Chores.done("home", "dishes"));

        // then chore, index and timer are gone; unit, source and partition remain
        assertThat(chores.changelog())
                .hasSize(6)
                .filteredOn(row -> row.value == null)
                .hasSize(3);
    }

    @Test
    void shouldAskForOneTickWhenATimerIsDue() {
        // given that the broker's clock is an hour ahead
        long ahead = 3_600_000;
        long now = chores.ourTime();
        chores.append(now + ahead, Chores.added("home", "dishes", 1_000));

        // then no Tick before the timer is due
        chores.passTime(900);
        assertThat(chores.ticks().asked()).isEmpty();

        // then one Tick, however long its append takes
        chores.passTime(200);
        assertThat(chores.ticks().asked()).containsExactly("0 home");
        chores.passTime(5_000);
        assertThat(chores.ticks().asked()).containsExactly("0 home");

        // and punctuations take no sequence number
        chores.read(Chores.TASKS);
        chores.append(now + ahead + 6_100, LogFormat.tick("home", AttendedTime.NONE));
        assertThat(chores.read(Chores.TASKS))
                .singleElement()
                .satisfies(task -> assertThat(header(task, "rota-seq")).isEqualTo("2"));
        chores.passTime(60_000);
        assertThat(chores.ticks().asked()).hasSize(1);
    }

    /** Otherwise a handover would reset alerts that have been pending for minutes. */
    @Test
    void shouldTellAtOnceWhatWaitsInAPartition() {
        // given a timer that has been due for an hour
        chores.append(chores.ourTime() - 3_600_000, Chores.added("home", "dishes", 1_000));
        chores.append(chores.ourTime(), Chores.added("other", "dishes", 600_000));

        chores.forgetMeters();

        // when
        chores.passTime(100);

        // then
        assertThat(chores.secondsLate()).isBetween(3_599.0, 3_600.0);
    }

    @Test
    void shouldAskForTheNextTickOfAContinuedStepAtOnce() {
        // given more outputs than fit into two steps
        chores.append(chores.ourTime(), Chores.cleaning("home", 120_000));
        chores.passTime(100);
        assertThat(chores.ticks().asked()).hasSize(1);

        // then the Tick that leaves outputs is followed by the next one, without an interval between them
        chores.append(chores.ourTime(), LogFormat.tick("home", AttendedTime.NONE));
        assertThat(chores.ticks().asked()).hasSize(2);

        // and no other follows the last one
        chores.append(chores.ourTime(), LogFormat.tick("home", AttendedTime.NONE));
        chores.passTime(60_000);
        assertThat(chores.ticks().asked()).hasSize(2);
        assertThat(chores.read(Chores.TASKS)).hasSize(120_000);
    }

    @Test
    void shouldAskAgainForATickThatWasLost() {
        // given
        chores.append(chores.ourTime(), Chores.added("home", "dishes", 1_000));
        chores.passTime(1_100);
        assertThat(chores.ticks().asked()).hasSize(1);

        // when
        chores.ticks().fail(0);

        // then it is requested again at the next punctuation
        chores.passTime(100);
        assertThat(chores.ticks().asked()).hasSize(2);

        // and after a timeout for a Tick whose append never completes
        chores.passTime(29_000);
        assertThat(chores.ticks().asked()).hasSize(2);
        chores.passTime(2_000);
        assertThat(chores.ticks().asked()).hasSize(3);
    }

    @Test
    void shouldAskForATickForEachUnitThatIsDue() {
        // given
        long now = chores.ourTime();
        chores.append(now, Chores.added("a", "dishes", 1_000));
        chores.append(now, Chores.added("b", "dishes", 1_000));
        chores.append(now, Chores.added("c", "dishes", 90_000));

        // when
        chores.passTime(1_100);

        // then
        assertThat(chores.ticks().asked()).containsExactly("0 a", "0 b");
    }

    @Test
    void shouldRenderAPageOfTheSnapshotOnAnotherThread() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        CompletableFuture<PageAnswer> page = chores.page("home", ChoresDomain.PAGE);

        // when the stream thread takes the snapshot, and decides further records
        assertThat(chores.render()).as("nothing to render before a punctuation").isZero();
        chores.passTime(100);
        assertThat(page).as("rendered on the stream thread").isNotDone();
        chores.append(6_000, Chores.done("home", "dishes"));
        chores.append(7_000, Chores.added("home", "laundry"));

        // then
        assertThat(chores.render()).isEqualTo(1);
        assertThat(page)
                .isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.SHOWN
                        && answer.text().startsWith("home at 5000:\ndishes is helper "));
    }

    /** Punctuations are 100 ms apart. With a busy scheduler, a page need not wait for one. */
    @Test
    void shouldTakeASnapshotAfterTheNextRecord() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        CompletableFuture<PageAnswer> page = chores.page("home", ChoresDomain.PAGE);

        // when
        chores.append(6_000, Chores.added("cabin", "laundry"));
        chores.append(7_000, Chores.done("home", "dishes"));

        // then
        assertThat(chores.render()).isEqualTo(1);
        assertThat(page)
                .isCompletedWithValueMatching(answer -> answer.text().startsWith("home at 5000:\ndishes is helper "));
    }

    @Test
    void shouldSayThatAUnitIsUnknownAndForgetItAgain() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        chores.changelog();
        CompletableFuture<PageAnswer> page = chores.page("cabin", ChoresDomain.PAGE);

        // when
        chores.passTime(100);

        // then
        assertThat(page)
                .isCompletedWithValue(new PageAnswer(
                        Outcome.UNIT_UNKNOWN, "expected a unit that has a record in the log, but 'cabin' has none"));
        assertThat(chores.changelog()).isEmpty();
    }

    @Test
    void shouldKeepDecidingAfterAPageFailed() {
        // given
        chores.append(5_000, Chores.added("home", "dishes"));
        chores.read(Chores.TASKS);
        CompletableFuture<PageAnswer> page = chores.page("home", ChoresDomain.BROKEN_PAGE);

        // when
        chores.passTime(100);
        chores.append(6_000, Chores.done("home", "dishes"));
        chores.render();

        // then
        assertThat(page).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.FAILED);
        assertThat(chores.read(Chores.TASKS)).hasSize(1);
    }

    @Test
    void shouldKeepDecidingAfterASnapshotFailed() {
        // given
        chores.append(5_000, Chores.added(ChoresDomain.SCRIBBLER, "dishes"));
        chores.read(Chores.TASKS);
        CompletableFuture<PageAnswer> page = chores.page(ChoresDomain.SCRIBBLER, ChoresDomain.PAGE);

        // when
        chores.passTime(100);
        chores.append(6_000, Chores.done(ChoresDomain.SCRIBBLER, "dishes"));

        // then
        assertThat(page).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.FAILED);
        assertThat(chores.read(Chores.TASKS)).hasSize(1);
    }

    @Test
    void shouldAnswerPendingRequestsWhenClosed() {
        // given
        ChoresTopology leaving = new ChoresTopology(state.resolve("leaving"));
        leaving.append(5_000, Chores.added("home", "dishes"));
        CompletableFuture<PageAnswer> page = leaving.page("home", ChoresDomain.PAGE);

        // when
        leaving.close();

        // then
        assertThat(page).isCompletedWithValueMatching(answer -> answer.outcome() == Outcome.BUSY);
    }

    @Test
    void shouldNotCountATickThatFindsNothingDue() {
        // given
        chores.append(5_000, Chores.added("home", "dishes", 1_000));
        chores.read(Chores.TASKS);
        chores.changelog();

        // when
        chores.append(5_500, LogFormat.tick("home", AttendedTime.NONE));

        // then
        assertThat(chores.read(Chores.TASKS)).isEmpty();
        assertThat(chores.changelog()).as("the position alone").hasSize(1);
        assertThat(chores.counted("IDLE")).isEqualTo(1);
    }

    private static String header(TestRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
