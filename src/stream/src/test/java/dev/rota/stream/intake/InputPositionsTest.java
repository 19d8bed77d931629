package dev.rota.stream.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoresDomain;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.Framing;
import dev.rota.kafka.LogHeaders;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.common.Ticker;
import dev.rota.stream.intake.InputRanges.Range;
import dev.rota.trials.Await;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class InputPositionsTest {

    private static final TopicPartition FACTS = new TopicPartition("facts", 0);
    private static final TopicPartition ORDERS = new TopicPartition("orders", 0);
    private static final TopicPartition MORE_FACTS = new TopicPartition("facts", 1);

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    private final ConsumerRanges ranges = new ConsumerRanges(consumer);
    private final KeptInMemory kept = new KeptInMemory();
    private final HeldLog log = new HeldLog();
    private final Set<Integer> shortened = new HashSet<>();
    private final Map<String, String> ids = new HashMap<>(Map.of("facts", "first"));

    InputPositionsTest() {
        consumer.assign(List.of(FACTS));
        holds(0, 200);
    }

    /** Sets the offsets that both partitions contain, {@code end} excluded. */
    private void holds(long begin, long end) {
        consumer.updateBeginningOffsets(Map.of(FACTS, begin, MORE_FACTS, begin));
        consumer.updateEndOffsets(Map.of(FACTS, end, MORE_FACTS, end));
    }

    private static OffsetOutOfRangeException outOfRange(long position, TopicPartition... partitions) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        for (TopicPartition partition : partitions) {
            positions.put(partition, position);
        }
        return new OffsetOutOfRangeException(positions);
    }

    private InputPositions withTwoPartitions(long position) {
        consumer.assign(List.of(FACTS, MORE_FACTS));
        for (TopicPartition partition : List.of(FACTS, MORE_FACTS)) {
            consumer.commitSync(Map.of(partition, mark(position, "first").toCommit()));
        }
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS, MORE_FACTS));
        return positions;
    }

    private InputPositions positions(boolean acceptGap) {
        return positions("", acceptGap);
    }

    private InputPositions positions(String street, boolean acceptGap) {
        return new InputPositions(
                new ChoresDomain(street),
                topic -> new Reading.Rules(new ChoresDomain().rules()),
                consumer,
                () -> Map.copyOf(ids),
                () -> new PositionLookup("group", TreeSet::new, kept, log::scan, log::end, shortened),
                new AwaitedInputs(ranges, Ticker.SYSTEM),
                acceptGap,
                (partition, lost) -> false);
    }

    private InputPositions resumed(String street) {
        InputPositions positions = positions(street, false);
        positions.resume(List.of(FACTS));
        return positions;
    }

    private static PositionMark mark(long next, String id) {
        return new PositionMark(id, next, "", new Reading.Rules(1), false, new TreeSet<>());
    }

    private void commit(@Nullable PositionMark position) {
        consumer.commitSync(Map.of(FACTS, Objects.requireNonNull(position).toCommit()));
    }

    private void committed(long offset, String id) {
        commit(mark(offset, id));
    }

    @Test
    void shouldBeginAtTheBeginning() {
        positions(false).resume(List.of(FACTS));
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(kept.reads).isEqualTo(1);
        assertThat(log.scans).isEqualTo(1);
    }

    @Test
    void shouldResumeFromTheCommittedPosition() {
        // given
        committed(150, "first");

        // when
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        assertThat(positions.id("facts")).isEqualTo("first");
        assertThat(positions.replaced()).isEmpty();
        assertThat(kept.reads).isZero();
        assertThat(log.scans).isZero();
    }

    @Test
    void shouldReadATopicThatWasRecreatedWhileIntakeWasDown() {
        // given
        committed(150, "first");
        ids.put("facts", "second");

        // when
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // then
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(positions.id("facts")).isEqualTo("second");
    }

    @Test
    void shouldNoticeATopicThatIsRecreatedWhileItRuns() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // when the topic does not exist for a while
        ids.clear();
        assertThat(positions.replaced()).isEmpty();
        assertThat(positions.id("facts")).isEqualTo("first");
        ids.put("facts", "second");
        holds(0, 500);

        // then
        assertThat(positions.replaced()).containsExactly("facts");
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(positions.id("facts")).isEqualTo("second");
        assertThat(positions.replaced()).isEmpty();
    }

    @Test
    void shouldStopWhereRecordsWereLostBeforeTheyWereRead() {
        holds(100, 200);
        committed(70, "first");
        assertThatThrownBy(() -> positions(false).resume(List.of(FACTS)))
                .isInstanceOf(StoppedException.class)
                .hasMessage("intake stops: facts-0 no longer has offsets 70 to 99, which were never read; start with"
                        + " --accept-gap to go on without the lost records");
    }

    @Test
    void shouldContinueWithoutThemIfTheGapIsAccepted() {
        holds(100, 200);
        committed(70, "first");
        positions(true).resume(List.of(FACTS));
        assertThat(consumer.position(FACTS)).isEqualTo(100);
    }

    @Test
    void shouldStopWhereATopicEndsBeforeItsPosition() {
        // given a position beyond the end, as after an unclean election
        committed(250, "first");

        // then lost records cannot be distinguished from those that take their place
        assertThatThrownBy(() -> positions(false).resume(List.of(FACTS)))
                .isInstanceOf(StoppedException.class)
                .hasMessageStartingWith("intake stops: facts-0 ends at 200, but was read up to 250")
                .hasMessageEndingWith("start with --accept-gap to go on without the lost records");
    }

    @Test
    void shouldResumeAtTheEndIfATopicLostRecordsThatWereRead() {
        // given
        committed(250, "first");

        // when
        positions(true).resume(List.of(FACTS));

        // then records before the end have offsets that were read, and would be dropped
        assertThat(consumer.position(FACTS)).isEqualTo(200);
    }

    @Test
    void shouldDistinguishALostRecordFromARecreatedTopic() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // when retention has overtaken the position
        holds(180, 200);
        assertThatThrownBy(() -> positions.outOfRange(outOfRange(150, FACTS)))
                .isInstanceOf(StoppedException.class)
                .hasMessageContaining("no longer has offsets 150 to 179");

        // but when the topic was created again
        ids.put("facts", "second");
        holds(0, 5);
        assertThat(positions.outOfRange(outOfRange(150, FACTS))).containsExactly("facts");

        // then
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(positions.id("facts")).isEqualTo("second");
    }

    @Test
    void shouldReadEachPartitionOfARecreatedTopicFromItsBeginning() {
        // given
        InputPositions positions = withTwoPartitions(150);

        // when both are out of range, and the new topic is longer than the old one was read
        ids.put("facts", "second");
        holds(0, 400);
        assertThat(positions.outOfRange(outOfRange(150, FACTS, MORE_FACTS))).containsExactly("facts");

        // then
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(consumer.position(MORE_FACTS)).isZero();
    }

    @Test
    void shouldNotTakeARecreatedTopicForOneThatLostRecords() {
        // given
        InputPositions positions = withTwoPartitions(150);

        // when the new topic is shorter than the old one was read
        ids.put("facts", "second");
        holds(0, 5);
        positions.outOfRange(outOfRange(150, FACTS, MORE_FACTS));

        // then
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(consumer.position(MORE_FACTS)).isZero();
    }

    @Test
    void shouldStopWhereOtherRecordsHaveTakenThePlaceOfThoseThatWereRead() {
        // given
        InputPositions positions = withTwoPartitions(150);

        // when an unclean election has truncated the partition at 140, and it has grown again
        LogTruncationException cut =
                new LogTruncationException("cut", Map.of(FACTS, 150L), Map.of(FACTS, new OffsetAndMetadata(140)));

        // then
        assertThatThrownBy(() -> positions.outOfRange(cut))
                .isInstanceOf(StoppedException.class)
                .hasMessage("intake stops: facts-0 has other records from offset 140 on, but was read up to 150: it"
                        + " has lost records, and others in their place, up to there, will be taken for known; start"
                        + " with --accept-gap to go on without the lost records");
    }

    @Test
    void shouldGoOnBehindThemIfThatIsAccepted() {
        // given
        committed(150, "first");
        InputPositions positions = positions(true);
        positions.resume(List.of(FACTS));

        // when
        assertThat(positions.outOfRange(new LogTruncationException(
                        "cut", Map.of(FACTS, 150L), Map.of(FACTS, new OffsetAndMetadata(140)))))
                .isEmpty();

        // then records before the position have offsets that were read, and would be dropped
        assertThat(consumer.position(FACTS)).isEqualTo(150);
    }

    @Test
    void shouldNoticeARecreatedTopicAgainIfTheClusterFailedMeanwhile() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));
        ids.put("facts", "second");

        // when the cluster responds with the new topic's id, but not with its first offset
        consumer.setOffsetsException(new TimeoutException("away"));
        assertThat(positions.replaced()).containsExactly("facts");
        positions.look();

        // then records that were polled meanwhile are those of the old topic, and no more are polled
        assertThat(positions.id("facts")).isEqualTo("second");
        assertThat(consumer.paused()).containsExactly(FACTS);

        // until it does
        Await.until("an open partition", () -> {
            positions.look();
            return positions.isOpen(FACTS);
        });
        assertThat(consumer.paused()).isEmpty();
        assertThat(consumer.position(FACTS)).isZero();
    }

    @Test
    void shouldReadOtherPartitionsWhileOneHasNoLeader() {
        // given
        consumer.assign(List.of(FACTS, MORE_FACTS));
        committed(150, "first");
        ranges.leaderless.add(FACTS);
        InputPositions positions = positions(false);

        // when
        positions.resume(List.of(FACTS, MORE_FACTS));

        // then
        assertThat(positions.isOpen(MORE_FACTS)).isTrue();
        assertThat(positions.isOpen(FACTS)).isFalse();
        assertThat(consumer.paused()).containsExactly(FACTS);
        assertThat(positions.waits())
                .containsExactly(
                        Map.entry(FACTS, "intake does not read facts/0: its leader does not answer, or it has none"));

        // and when it is revoked and assigned again, with a leader
        positions.forget(List.of(FACTS));
        assertThat(positions.waits()).isEmpty();
        ranges.leaderless.clear();
        positions.resume(List.of(FACTS));
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void shouldReadATopicThatIsCreatedAgainWhileItsOffsetsAreAwaited() {
        // given
        committed(150, "first");
        KafkaFutureImpl<Range> late = new KafkaFutureImpl<>();
        ranges.late.put(FACTS, late);
        InputPositions positions = positions(false);
        positions.resume(List.of(FACTS));

        // when the answer may be that of the old topic
        ids.put("facts", "second");
        late.complete(new Range(0, 200));
        positions.look();
        positions.look();

        // then
        assertThat(positions.isOpen(FACTS)).isTrue();
        assertThat(positions.id("facts")).isEqualTo("second");
        assertThat(consumer.position(FACTS)).isZero();
    }

    @Test
    void shouldReadOtherTopicsWhileOneIsMissing() {
        // given
        consumer.assign(List.of(FACTS, ORDERS));
        InputPositions positions = positions(false);

        // when
        positions.resume(List.of(FACTS, ORDERS));

        // then
        assertThat(positions.isOpen(FACTS)).isTrue();
        assertThat(consumer.paused()).containsExactly(ORDERS);
        assertThat(positions.waits())
                .containsExactly(Map.entry(
                        ORDERS, "intake does not read orders/0: its topic does not exist, or may not be described"));
    }

    @Test
    void shouldStopAtPositionsOfAnotherMappingThatWereNotLeftCleanly() {
        // given that the process was killed after its first append
        commit(resumed("elm").unmarked(FACTS));

        // then
        for (String other : List.of("oak", "")) {
            assertThatThrownBy(() -> resumed(other))
                    .isInstanceOf(StoppedException.class)
                    .hasMessage("intake stops: facts-0 was read with another chores.street and not left cleanly, so"
                            + " records could be decided twice; start once with the former chores.street until all"
                            + " inputs are read, stop with Ctrl-C or SIGTERM, then change it");
        }

        // but not with the same mapping
        InputPositions same = resumed("elm");
        assertThat(same.unmarked(FACTS)).isNull();
        assertThat(consumer.position(FACTS)).isZero();
    }

    @Test
    void shouldStopAtThemEvenIfTheTopicWasRecreated() {
        commit(resumed("elm").unmarked(FACTS));
        ids.put("facts", "second");
        assertThatThrownBy(() -> resumed("oak")).isInstanceOf(StoppedException.class);
    }

    @Test
    void shouldResumeFromCleanPositionsWithAnotherMapping() {
        // given
        InputPositions before = resumed("elm");
        before.marked(FACTS);
        commit(before.clean(FACTS, 150, "first"));

        // when
        InputPositions after = resumed("oak");

        // then the position is committed with the new mapping before anything is appended
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        commit(after.unmarked(FACTS));
        assertThat(resumed("oak").unmarked(FACTS)).isNull();
        assertThatThrownBy(() -> resumed("elm")).isInstanceOf(StoppedException.class);
    }

    @Test
    void shouldLeaveNothingCleanWhereNothingWasAppended() {
        assertThat(resumed("elm").clean(FACTS, 100, "first")).isNull();
    }

    @Test
    void shouldLeaveCleanOnlyWhatIsReadAsFarAsAPredecessorMayHaveRead() {
        // given a predecessor that was killed, with the topic's end at 200
        commit(resumed("elm").unmarked(FACTS));

        // when
        InputPositions successor = resumed("elm");
        holds(0, 300);

        // then
        assertThat(successor.clean(FACTS, 199, "first")).isNull();
        assertThat(successor.clean(FACTS, 200, "first")).isNotNull();
    }

    @Test
    void shouldForgetRevokedPartitions() {
        InputPositions positions = resumed("elm");
        positions.marked(FACTS);
        positions.forget(List.of(FACTS));
        assertThat(positions.unmarked(FACTS)).isNull();
        assertThat(positions.clean(FACTS, 200, "first")).isNull();
    }

    private InputCommits commits(InputPositions positions) {
        positions.resume(List.of(FACTS));
        return new InputCommits(
                "group", consumer, topic -> false, positions, kept, Map::of, () -> false, Ticker.SYSTEM);
    }

    private static SortedSet<Long> refused(InputPositions positions) {
        return Objects.requireNonNull(positions.open(fact(0))).refused();
    }

    private static Source fact(long offset) {
        return new Source("facts", 0, offset, "first");
    }

    @Test
    void shouldRepeatRefusalsThatWerePlannedBeforeACrash() {
        // given an appended event and planned refusals of later records, and then a crash
        committed(150, "first");
        InputPositions before = positions(false);
        InputCommits commits = commits(before);
        var unused = commits.sent(fact(150));
        assertThat(commits.refuse(List.of(fact(151), fact(153)))).isTrue();

        // when
        InputPositions after = resumed("");

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        assertThat(refused(after)).containsExactly(151L, 153L);
        assertThat(after.open(new Source("facts", 0, 151, "second"))).isNull();
        assertThat(kept.mark(FACTS).refused()).containsExactly(151L, 153L);
    }

    @Test
    void shouldForgetARefusalOnceAPositionBeyondItIsCommitted() {
        // given
        committed(150, "first");
        InputCommits commits = commits(positions(false));
        assertThat(commits.refuse(List.of(fact(150), fact(152)))).isTrue();

        // when the log has acknowledged the first record
        commits.sent(fact(150)).run();
        commits.commit(Set.of());

        // then
        InputPositions after = resumed("");
        assertThat(consumer.position(FACTS)).isEqualTo(151);
        assertThat(refused(after)).containsExactly(152L);
    }

    @Test
    void shouldKeepAMarkWithinTheBrokersLimit() {
        // given more refusals than fit into one mark, with the longest offsets
        long first = Long.MAX_VALUE - 1_000;
        holds(first, Long.MAX_VALUE);
        committed(first, "x".repeat(22));
        ids.put("facts", "x".repeat(22));
        List<Source> records = LongStream.range(first, first + 300)
                .mapToObj(offset -> new Source("facts", 0, offset, "x".repeat(22)))
                .toList();

        // when
        assertThat(commits(positions(false)).refuse(records)).isTrue();

        // then
        OffsetAndMetadata mark =
                Objects.requireNonNull(consumer.committed(Set.of(FACTS)).get(FACTS));
        assertThat(mark.metadata()).hasSizeLessThan(4_096);
        assertThat(Objects.requireNonNull(PositionMark.of(mark, Reading.Rules::new))
                        .refused())
                .hasSize(PositionMark.REFUSED_MAX);
    }

    @Test
    void shouldResumeWhereItsOwnRecordSaysWhereTheGroupHasNoOffset() {
        // given a committed position that expired or was deleted in the group
        kept.keep(Map.of(FACTS, mark(150, "first").refusing(new TreeSet<>(List.of(155L)))));

        // when
        InputPositions positions = resumed("");

        // then it must be committed to the group again before anything is appended
        assertThat(consumer.position(FACTS)).isEqualTo(150);
        assertThat(refused(positions)).containsExactly(155L);
        assertThat(Objects.requireNonNull(positions.unmarked(FACTS)).next()).isEqualTo(150);
        assertThat(log.scans).isZero();
        assertThat(positions.clean(FACTS, 200, "first")).isNull();
    }

    @Test
    void shouldStopWhereItsOwnRecordIsOfAnotherMapping() {
        kept.keep(Map.of(FACTS, mark(150, "first")));
        assertThatThrownBy(() -> resumed("elm"))
                .isInstanceOf(StoppedException.class)
                .hasMessageContaining("another chores.street");
    }

    @Test
    void shouldBeginAPartitionThatWasAddedToATopicInItsRecord() {
        // given that intake has read another partition of the topic
        kept.keep(Map.of(new TopicPartition("facts", 1), mark(70, "first")));
        log.holds(3, 0, 40);

        // then the log is not searched
        resumed("");
        assertThat(consumer.position(FACTS)).isZero();
        assertThat(log.scans).isZero();
    }

    @Test
    void shouldResumeByWhatTheLogHoldsWhereNothingWasKept() {
        // given a log partition that has acknowledged less than others
        for (int i = 0; i < 2 * LogScan.IN_FLIGHT_MAX; i++) {
            log.holds(1, 0, 50_000 + 10L * i);
        }
        log.holds(2, 0, 60_000);
        log.refused(2, 0, 60_001);
        holds(0, 2_000_000);

        // when
        InputPositions positions = resumed("");

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(60_002);
        assertThat(refused(positions)).isEmpty();
        assertThat(Objects.requireNonNull(positions.unmarked(FACTS)).clean()).isFalse();
    }

    @Test
    void shouldReadAgainWhatALogPartitionThatHoldsNothingMayLack() {
        // given one log partition that has acknowledged all of its records; those of another may be lost
        for (int i = 0; i < 2 * LogScan.IN_FLIGHT_MAX; i++) {
            log.holds(1, 0, 10L * i);
        }
        log.refused(1, 0, 990_000);
        holds(0, 2_000_000);

        // when
        InputPositions positions = resumed("");

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(10L * LogScan.IN_FLIGHT_MAX);
        assertThat(refused(positions)).containsExactly(990_000L);
    }

    /** A topic that was adopted at its end has few records in the log. */
    @Test
    void shouldReadAgainALimitedPartBeforeTheFirstRecordInTheLog() {
        log.holds(1, 0, 1_000_000);
        holds(0, 2_000_000);

        resumed("");
        assertThat(consumer.position(FACTS)).isEqualTo(1_000_000 - LogScan.IN_FLIGHT_MAX);
    }

    /** By the newest mapping, records could go to other units than before. */
    @Test
    void shouldReadAgainByTheMappingThatTheLogNames() {
        log.adopted(1, 0, 100, 3);
        log.adopted(1, 0, 160, 4);
        log.adopted(2, 0, 40, 3);

        OpenInput input = Objects.requireNonNull(resumed("").open(fact(50)));
        assertThat(input.reading(50)).isEqualTo(new Reading.MappingVersion(4));
    }

    @Test
    void shouldKnowWhatTheLogHasBeyondThePosition() {
        committed(150, "first");
        log.holds(1, 0, 120);
        log.holds(1, 0, 160);
        log.holds(2, 0, 170);
        log.holds(2, 1, 155);

        OpenInput input = Objects.requireNonNull(resumed("").open(fact(150)));
        assertThat(LongStream.range(100, 200).filter(input::isAppended)).containsExactly(160L, 170L);
        assertThat(log.scans).as("scans of the whole log").isZero();
    }

    /** Nothing beyond a clean position was appended, and a position at the end has nothing beyond it. */
    @Test
    void shouldNotReadTheLogsEndInVain() {
        committed(200, "first");
        resumed("");
        commit(new PositionMark("first", 150, "", new Reading.Rules(1), true, new TreeSet<>()));
        resumed("");

        assertThat(log.ends).isZero();
    }

    @Test
    void shouldNameWhatWasDeletedBeforeItWasFirstRead() {
        holds(100, 200);
        assertThatThrownBy(() -> positions(false).resume(List.of(FACTS)))
                .isInstanceOf(StoppedException.class)
                .hasMessage("intake stops: facts-0 no longer has offsets 0 to 99, which were never read; start with"
                        + " --accept-gap to go on without the lost records");
    }

    @Test
    void shouldNameAnOffsetThatSomebodyElseHasSet() {
        // as kafka-consumer-groups --reset-offsets sets it, or a user who copies the metadata
        for (String metadata : List.of("", "first", mark(150, "first").text())) {
            consumer.commitSync(Map.of(FACTS, new OffsetAndMetadata(180, metadata)));
            assertThatThrownBy(() -> positions(true).resume(List.of(FACTS)))
                    .isInstanceOf(StoppedException.class)
                    .hasMessageStartingWith(
                            "intake stops: offset 180 of facts-0 in group group was not committed by" + " intake")
                    .hasMessageContaining("--delete-offsets --group group --topic facts ");
        }
    }

    @Test
    void shouldReadAgainWhatTheLogHasLost() {
        // given a log whose partition 2 has lost its last records
        committed(150, "first");
        log.holds(1, 0, 149);
        log.holds(2, 0, 120);
        shortened.add(2);

        // when
        InputPositions positions = resumed("");

        // then
        assertThat(consumer.position(FACTS)).isEqualTo(121);
        assertThat(Objects.requireNonNull(positions.unmarked(FACTS)).next()).isEqualTo(121);
    }

    @Test
    void shouldNotGoForwardWhereTheLogHasLostNothingOfAnInput() {
        committed(100, "first");
        log.holds(2, 0, 120);
        shortened.add(2);
        resumed("");
        assertThat(consumer.position(FACTS)).isEqualTo(100);
    }

    @Test
    void shouldAppendNothingWhereTheOwnRecordCannotBeWritten() {
        // given
        InputCommits commits = commits(positions(false));
        kept.fails = true;

        // then
        commits.use(Set.of(FACTS));
        assertThat(commits.isUsed(FACTS)).isFalse();
        assertThat(commits.refuse(List.of(fact(0)))).isFalse();

        // until it can be written
        kept.fails = false;
        commits.use(Set.of(FACTS));
        assertThat(commits.isUsed(FACTS)).isTrue();
        assertThat(commits.refuse(List.of(fact(0)))).isTrue();
        assertThat(kept.mark(FACTS).refused()).containsExactly(0L);
    }

    @Test
    void shouldKeepTheLastPositionAtAHandOver() {
        // given
        InputCommits commits = commits(positions(false));
        commits.use(Set.of(FACTS));
        assertThat(commits.isUsed(FACTS)).isTrue();
        commits.sent(fact(0)).run();

        // when
        commits.handOver(List.of(), Map.of());

        // then
        assertThat(kept.mark(FACTS).next()).isEqualTo(1);
    }

    /** A build of rules 1 may have appended all records up to 200. This build supports rules 2. */
    @Test
    void shouldCommitThatItHasPassedWhatAFormerBuildHasLeft() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        InputCommits commits = commits(positions);
        OpenInput input = Objects.requireNonNull(positions.open(fact(150)));
        assertThat(LongStream.of(150, 199, 200)
                        .mapToObj(offset -> input.reading(offset).number()))
                .containsExactly(1, 1, 2);
        assertThat(positions.after(fact(198)).reading()).isEqualTo(new Reading.Rules(1));

        // then further records wait until the earlier ones are acknowledged and their position is committed
        assertThat(commits.passes(fact(199), input)).isTrue();
        Runnable acknowledged = commits.sent(fact(199));
        assertThat(commits.passes(fact(200), input)).isFalse();
        acknowledged.run();
        assertThat(commits.passes(fact(200), input)).isFalse();
        commits.commit(Set.of());
        assertThat(commits.passes(fact(200), input)).isTrue();

        // and a successor reads them by this build's rules
        assertThat(kept.mark(FACTS))
                .isEqualTo(new PositionMark("first", 200, "", new Reading.Rules(2), false, new TreeSet<>()));
        holds(0, 300);
        assertThat(Objects.requireNonNull(resumed("").open(fact(200))).reading(250))
                .isEqualTo(new Reading.Rules(2));
    }

    @Test
    void shouldKeepTheRefusalsBeyondWhatAFormerBuildHasLeft() {
        // given
        committed(150, "first");
        InputPositions positions = positions(false);
        InputCommits commits = commits(positions);
        assertThat(commits.refuse(List.of(fact(199), fact(201)))).isTrue();

        // when
        assertThat(commits.passes(fact(200), positions.open(fact(200)))).isTrue();

        // then
        assertThat(kept.mark(FACTS).next()).isEqualTo(200);
        assertThat(kept.mark(FACTS).refused()).containsExactly(201L);
    }

    /**
     * Log partitions have lost records, so the input is read again from before the position that a former build has
     * left.
     */
    @Test
    void shouldReadAgainByTheFormerRulesWhatTheLogHasLost() {
        // given
        committed(150, "first");
        log.holds(2, 0, 120);
        shortened.add(2);

        // then
        assertThat(Objects.requireNonNull(resumed("").open(fact(121))).reading(150))
                .isEqualTo(new Reading.Rules(1));
    }

    /** The inputs' records in the log. */
    private static final class HeldLog {
        private final LogScan scan = new LogScan();
        private int scans;
        private int ends;

        LogScan scan() {
            scans++;
            return scan;
        }

        LogScan end() {
            ends++;
            return scan;
        }

        void holds(int logPartition, int partition, long offset) {
            take(logPartition, LogFormat.event("h", source(partition, offset), "t", Framing.frame(1, new byte[0])));
        }

        void adopted(int logPartition, int partition, long offset, int mapping) {
            byte[] value = Framing.frame(1, new byte[0]);
            take(logPartition, LogFormat.adopted("h", source(partition, offset), "t", mapping, value));
        }

        void refused(int logPartition, int partition, long offset) {
            RefusedException why =
                    new RefusedException(IntakeReason.SCHEMA_UNKNOWN, "expected a schema, but there is none");
            take(logPartition, LogFormat.refused(source(partition, offset), why, null));
        }

        private static Source source(int partition, long offset) {
            return new Source("facts", partition, offset, "first");
        }

        private void take(int logPartition, LogFormat.Written record) {
            scan.take(new ConsumerRecord<>(
                    "log",
                    logPartition,
                    0,
                    0,
                    TimestampType.LOG_APPEND_TIME,
                    0,
                    0,
                    record.key(),
                    Objects.requireNonNullElse(record.value(), new byte[0]),
                    LogHeaders.of(record.headers()),
                    Optional.empty()));
        }
    }
}
