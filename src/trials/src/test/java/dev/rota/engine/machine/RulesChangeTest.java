package dev.rota.engine.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chores.ChoreAdded;
import dev.rota.chores.ChoreEvent;
import dev.rota.chores.Chores;
import dev.rota.chores.ChoresDomain;
import dev.rota.chores.FormerProducer;
import dev.rota.chores.Task;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A former build and the newest one decide a log the same, until rules are announced that only one of them supports.
 */
class RulesChangeTest {

    private static final int FORMER_EVENT = 1;
    private static final int NEWEST_EVENT = 2;
    private static final int FORMER_TASK = 3;
    private static final int NEWEST_TASK = 4;
    private static final int REJECTION = 5;
    private static final int CHECKPOINT = 6;
    private static final int LONGER_EVENT = 7;

    /** A build with its rows, and all of its outputs. */
    private static final class Build {
        final MemoryRows rows;
        final List<String> emitted = new ArrayList<>();
        final List<Decision> decided = new ArrayList<>();
        final PartitionMachine machine;

        Build(Domain domain, MemoryRows rows) {
            this.rows = rows;
            this.machine = new PartitionMachine(domain, rows, Parallel.SEQUENTIAL, (decision, chain) -> {
                decided.add(decision);
                emitted.add(decision.output().topic() + " " + decision.unit() + " " + decision.seq() + " by "
                        + decision.rules() + ": " + HexFormat.of().formatHex(decision.avro()) + " => "
                        + Chain.hex(chain));
            });
        }

        Decision last() {
            return decided.get(decided.size() - 1);
        }
    }

    private final Build former = new Build(ChoresDomain.formerBuild(), new MemoryRows());
    private final Build newest = new Build(new ChoresDomain(), new MemoryRows());
    private long offset;

    @BeforeEach
    void begin() {
        both(at -> new LogRecord.Rules(at, 1, 1));
        tell(FORMER_EVENT, FormerProducer.schema());
        tell(NEWEST_EVENT, ChoreEvent.getClassSchema());
        tell(FORMER_TASK, ChoresDomain.TASKS.schema(1));
        tell(NEWEST_TASK, ChoresDomain.TASKS.schema(2));
        tell(REJECTION, new ChoresDomain().rejections().schema());
        tell(CHECKPOINT, new ChoresDomain().checkpoints().schema());
    }

    @Test
    void shouldWriteTheOlderSchemaUnderOlderRules() throws IOException {
        // when
        formerEvent(Chores.added("home", "dishes"));

        // then
        assertThat(newest.emitted).hasSize(1).isEqualTo(former.emitted);
        Decision given = newest.last();
        assertThat(newest.machine.schemaId(given)).isEqualTo(FORMER_TASK);
        assertThat(ChoresDomain.TASKS.decode(given.avro(), 0, 1)).isEqualTo(given.value());
        assertThat(given.avro()).hasSize(AvroCodec.of(Task.class).encode((Task) given.value()).length - 1);
    }

    @Test
    void shouldRejectAlikeWhatTheRulesInForceCannotRead() {
        // when a producer uses a schema before the announcement, and intake of the newest build has accepted its event
        formerEvent(Chores.added("home", "dishes"));
        newestEvent(Chores.swapped("home", "dishes"));
        newestEvent(Chores.added("home", "windows"));
        formerEvent(Chores.done("home", "dishes"));

        // then
        assertThat(newest.emitted).hasSize(4).isEqualTo(former.emitted);
        assertThat(newest.decided.subList(1, 3)).allSatisfy(decision -> {
            assertThat(decision.value()).isInstanceOf(Rejection.class);
            Rejection rejection = (Rejection) decision.value();
            assertThat(rejection.getReason()).isEqualTo("UNDECODABLE");
            assertThat(rejection.getMessage())
                    .startsWith("by rules chores/1, which are in force: expected a schema that"
                            + " dev.rota.chores.ChoreEvent can be read from, but ")
                    .endsWith("once they are announced (rota run --domains chores --rules N)");
        });
    }

    @Test
    void shouldHideFieldsFromOlderRulesThatTheirSchemaDoesNotHave() {
        // given a schema that both builds can read, with a field that only newer rules have
        String longer = FormerProducer.schema()
                .toString()
                .replace(
                        "\"name\":\"remindAfterMs\",\"type\":\"long\",\"default\":0}",
                        "\"name\":\"remindAfterMs\",\"type\":\"long\",\"default\":0},"
                                + "{\"name\":\"alone\",\"type\":\"boolean\",\"default\":false}");
        Schema schema = new Schema.Parser().parse(longer);
        tell(LONGER_EVENT, schema);
        ChoreEvent alone = Chores.addedAlone("home", "dishes");

        // when
        event(alone, LONGER_EVENT, FormerProducer.encode(alone, schema));

        // then
        assertThat(newest.emitted).hasSize(1).isEqualTo(former.emitted);
        assertThat(isAlone()).isFalse();

        // and when the newer rules are announced
        announceTwo();
        ChoreEvent other = Chores.addedAlone("home", "windows");
        newest.machine.handle(record(next(), other, LONGER_EVENT, FormerProducer.encode(other, schema)));

        // then
        assertThat(isAlone()).isTrue();
        assertThat(((Task) newest.last().value()).getPartner()).isEqualTo(-1);
    }

    @Test
    void shouldDecideByNewerRulesFromTheirAnnouncementOn() {
        // given
        formerEvent(Chores.added("home", "dishes"));
        Task before = (Task) newest.last().value();

        // when
        announceTwo();
        newest.machine.handle(record(
                next(),
                Chores.added("home", "windows"),
                NEWEST_EVENT,
                AvroCodec.of(ChoreEvent.class).encode(Chores.added("home", "windows"))));
        Decision after = newest.last();
        newest.machine.handle(record(
                next(),
                Chores.swapped("home", "dishes"),
                NEWEST_EVENT,
                AvroCodec.of(ChoreEvent.class).encode(Chores.swapped("home", "dishes"))));

        // then
        assertThat(before.getPartner()).isEqualTo(-1);
        assertThat(after.rules()).isEqualTo(2);
        assertThat(((Task) after.value()).getPartner()).isBetween(0, 4);
        assertThat(newest.machine.schemaId(after)).isEqualTo(NEWEST_TASK);
        assertThat(((Task) newest.last().value()).getHelper()).isEqualTo((before.getHelper() + 1) % 5);
    }

    @Test
    void shouldStopABuildThatDoesNotKnowTheRulesInForce() {
        // given
        formerEvent(Chores.added("home", "dishes"));

        // when
        LogRecord announcement = new LogRecord.Rules(next(), 2, 1);
        newest.machine.handle(announcement);

        // then it stops at the announcement, and at any later record if it takes over the rows of another instance
        String line = "the log continues with rules chores/2, but this build supports chores/1 to chores/1."
                + " Run a newer build";
        assertThatThrownBy(() -> former.machine.handle(announcement))
                .isInstanceOf(NewerBuildNeeded.class)
                .hasMessage(line);
        Build late = new Build(ChoresDomain.formerBuild(), newest.rows);
        ChoreEvent done = Chores.done("home", "dishes");
        for (LogRecord record : List.of(
                record(next(), done, FORMER_EVENT, FormerProducer.encode(done)),
                new LogRecord.Tick(next(), "home", AttendedTime.NONE),
                LogRecord.Schema.of(next(), NEWEST_TASK, ChoresDomain.TASKS.schema()))) {
            assertThatThrownBy(() -> late.machine.handle(record))
                    .isInstanceOf(NewerBuildNeeded.class)
                    .hasMessage(line);
        }
        assertThat(late.emitted).isEmpty();
    }

    @Test
    void shouldStopABuildThatDoesNotKnowTheFormatInForce() {
        // given
        LogRecord.Rules announcement = new LogRecord.Rules(next(), 1, 1, LogFormat.NEWEST + 1, "");
        String line = "the log continues in format %d, but this build supports the formats 1 to %d. Run a newer build"
                .formatted(LogFormat.NEWEST + 1, LogFormat.NEWEST);

        // then it stops at the announcement
        assertThatThrownBy(() -> newest.machine.handle(announcement))
                .isInstanceOf(NewerBuildNeeded.class)
                .hasMessage(line);

        // and at any later record if it takes over the rows of a newer build
        PartitionState state = new PartitionState(newest.rows);
        state.rules(state.rules(), state.partitions(), announcement.format(), state.declared());
        Build late = new Build(new ChoresDomain(), newest.rows);
        assertThatThrownBy(() -> late.machine.handle(new LogRecord.Tick(next(), "home", AttendedTime.NONE)))
                .isInstanceOf(NewerBuildNeeded.class)
                .hasMessage(line);
    }

    @Test
    void shouldNotGoBackToOlderRules() {
        // given
        announceTwo();

        // when an intake that found the partition empty opens it late
        newest.machine.handle(new LogRecord.Rules(next(), 1, 1));
        ChoreEvent added = Chores.added("home", "dishes");
        newest.machine.handle(record(next(), added, FORMER_EVENT, FormerProducer.encode(added)));

        // then
        assertThat(newest.last().rules()).isEqualTo(2);
    }

    private boolean isAlone() {
        ChoreEvent event = (ChoreEvent) newest.machine.lastEvent();
        return event != null && ((ChoreAdded) event.getEvent()).getAlone();
    }

    private void announceTwo() {
        newest.machine.handle(new LogRecord.Rules(next(), 2, 1));
    }

    private void formerEvent(ChoreEvent event) {
        event(event, FORMER_EVENT, FormerProducer.encode(event));
    }

    private void newestEvent(ChoreEvent event) {
        event(event, NEWEST_EVENT, AvroCodec.of(ChoreEvent.class).encode(event));
    }

    private void event(ChoreEvent event, int schema, byte[] avro) {
        both(at -> record(at, event, schema, avro));
    }

    private static LogRecord record(Position at, ChoreEvent event, int schema, byte[] avro) {
        return new LogRecord.Event(
                at,
                event.getHousehold(),
                new Source("chores.events", 0, at.offset(), "id"),
                event.getSchema().getFullName(),
                Framing.frame(schema, avro));
    }

    private void tell(int id, Schema schema) {
        both(at -> LogRecord.Schema.of(at, id, schema));
    }

    private void both(Function<Position, LogRecord> record) {
        LogRecord same = record.apply(next());
        former.machine.handle(same);
        newest.machine.handle(same);
    }

    private Position next() {
        offset++;
        return new Position(0, offset, 1_000 + offset);
    }
}
