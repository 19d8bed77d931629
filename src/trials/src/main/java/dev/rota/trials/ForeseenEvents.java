package dev.rota.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Answer;
import dev.rota.engine.Checkpoint;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Key;
import dev.rota.engine.Parallel;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Rejection;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.engine.Tables;
import dev.rota.engine.Trial;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.testing.Moment;
import dev.rota.testing.TestLog;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/**
 * Asks what each of most events of a history would cause, appends the event as the next record at the unit's time, and
 * compares.
 */
public final class ForeseenEvents {

    /** Compares what is specific to a domain. */
    @FunctionalInterface
    public interface Check {

        /**
         * Compares an answer with the log.
         *
         * @param log contains the event as its last record
         * @param decided the decisions that it caused
         */
        void alike(SpecificRecord event, Answer answer, TestLog log, List<Decision> decided);
    }

    /** Events out of this many that are appended at their own time, without a question, so that time passes. */
    private static final int NOT_ASKED = 3;

    private final Domain domain;
    private final String unit;
    private final TestLog log;
    private final TestLog unasked;
    private final Check check;
    private final List<Decision> history = new ArrayList<>();

    private ForeseenEvents(Domain domain, String unit, Check check) {
        this.domain = domain;
        this.unit = unit;
        this.log = TestLog.warm(domain);
        this.unasked = TestLog.warm(domain);
        this.check = check;
    }

    public static void check(Domain domain, String unit, List<Moment> moments, Check check) {
        ForeseenEvents foreseen = new ForeseenEvents(domain, unit, check);
        for (int i = 0; i < moments.size(); i++) {
            foreseen.take(moments.get(i), i);
        }
        assertThat(foreseen.log.chain(unit)).as("a question has no effect").isEqualTo(foreseen.unasked.chain(unit));
    }

    private void take(Moment moment, int number) {
        pass(moment.time());
        SpecificRecord event = moment.event();
        if (event == null) {
            return;
        }
        boolean isAsked = number % NOT_ASKED != 0 && !moment.adopted() && log.knows(unit) && isAdmitted(event);
        if (isAsked) {
            ask(event, number);
        } else {
            history.addAll(log.take(moment));
            unasked.take(moment);
        }
    }

    private void pass(long time) {
        for (TestLog each : List.of(log, unasked)) {
            each.attended(AttendedTime.always(time));
        }
        history.addAll(log.tick(time));
        unasked.tick(time);
    }

    private boolean isAdmitted(SpecificRecord event) {
        for (Input<?> input : domain.inputs()) {
            if (input.type().isInstance(event)) {
                try {
                    return input.unit(event).equals(unit);
                } catch (RefusedException e) {
                    return false;
                }
            }
        }
        return false;
    }

    private void ask(SpecificRecord event, int number) {
        // given
        Inquiry inquiry = domain.inquiry(new Inquiry.Asked(EventInquiry.NAME, new TreeMap<>(), List.of(event)));
        history.forEach(inquiry::decided);
        long now = log.now(unit);

        // when
        Trial trial = log.machine().reports().trial(unit, inquiry.events());
        inquiry.tried(trial);
        List<Row> before = rows(log.tables(unit));
        Answer answer = Objects.requireNonNull(inquiry.answer(log.tables(unit), now, Parallel.SEQUENTIAL));
        assertThat(rows(log.tables(unit))).as("a question writes nothing").isEqualTo(before);
        List<Row> foreseen = rows(trial.tables());

        // then
        Moment next = new Moment(now, event);
        List<Decision> decided = decisions(log.take(next));
        unasked.take(next);
        history.addAll(decided);
        String where = "moment " + number + ", " + event + ": " + answer;
        if (!trial.isDrawn()) {
            assertThat(texts(trial.decisions())).as(where).isEqualTo(texts(decided));
            // a scheduler that has its state in memory may write what it keeps for speed at another time
            assertThat(keys(foreseen)).as(where).isEqualTo(keys(rows(log.tables(unit))));
            boolean isRejected =
                    before.equals(foreseen) && !TestLog.reasons(decided).isEmpty();
            assertThat(answer.state().equals(EventInquiry.REJECTED)).as(where).isEqualTo(isRejected);
        }
        assertThat(answer.sentence()).startsWith("if nothing else comes, ");
        try {
            check.alike(event, answer, log, decided);
        } catch (AssertionError e) {
            throw new AssertionError(where, e);
        }
    }

    private static List<Decision> decisions(List<Decision> all) {
        return all.stream()
                .filter(decision -> !(decision.value() instanceof Checkpoint))
                .toList();
    }

    /** Returns decisions with all that does not depend on the record's position. */
    private static List<String> texts(List<Decision> decisions) {
        List<String> texts = new ArrayList<>();
        for (Decision decision : decisions) {
            Object value = decision.value() instanceof Rejection rejection
                    ? Rejection.newBuilder(rejection).setSource("").build()
                    : decision.value();
            texts.add(decision.seq() + " " + decision.time() + " "
                    + decision.output().topic() + " " + decision.key() + " " + value);
        }
        return texts;
    }

    /** A row as bytes, since a record may be changed in place. */
    private record Row(String key, ByteBuffer value) {}

    private static List<String> keys(List<Row> rows) {
        return rows.stream().map(Row::key).toList();
    }

    private List<Row> rows(Tables tables) {
        List<Row> rows = new ArrayList<>();
        for (TableType<?> type : domain.tables()) {
            add(tables, type, rows);
        }
        return rows;
    }

    private static <R extends SpecificRecord> void add(Tables tables, TableType<R> type, List<Row> rows) {
        try (Table.Cursor<R> cursor = tables.table(type).scan(Key.EMPTY)) {
            for (Table.Entry<R> entry = cursor.next(); entry != null; entry = cursor.next()) {
                rows.add(new Row(type.name() + " " + entry.key(), ByteBuffer.wrap(AvroCodec.encoded(entry.row()))));
            }
        }
    }
}
