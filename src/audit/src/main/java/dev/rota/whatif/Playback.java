package dev.rota.whatif;

import dev.rota.audit.Replay;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.machine.PartitionMachine.Outcome;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Learner;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Past;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides the record of a unit again, and learns from it. Worlds branch off before the first record at or after a time.
 */
final class Playback implements Replay.Application {

    /**
     * The time in which the record is compared with worlds.
     *
     * @param branch when worlds branch off; {@link Long#MAX_VALUE}: at the end of the record
     * @param to up to when the record is counted; {@link Long#MAX_VALUE}: to its end
     */
    record Span(long branch, long to) {}

    /** Decides the span when the time of the first record is known. */
    @FunctionalInterface
    interface Beginning {
        Span at(long first);
    }

    private final Domain domain;
    private final String unit;
    private final PartyModel model;
    private final MemoryRows rows = new MemoryRows();
    private final PartitionMachine machine;
    private final Tally tally = new Tally();
    private final Learner learner;
    private final Attendance attendance = new Attendance();
    private final Beginning beginning;
    private final Consumer<Happening> recorded;
    private final @Nullable WorldFile file;
    private final List<Decision> decided = new ArrayList<>();

    private long branchTime = Long.MAX_VALUE;
    private long to = Long.MAX_VALUE;
    private boolean voided;

    private @Nullable World.Branch branch;
    private @Nullable MemoryRows rowsAtBranch;
    private @Nullable Tally tallyAtBranch;
    private @Nullable Tally recordTally;
    private long records;
    private long first = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;
    private Position at = new Position(0, -1, 0);

    /** What is to be known of the history, or null if the record is a log. */
    private @Nullable List<String> history;

    private long historyEnd = Long.MIN_VALUE;

    /** The offset after the unit's last record. */
    private long following;

    /**
     * @param beginning is asked at the first record
     * @param recorded takes every event
     * @param file takes the records before the branch, or null
     */
    Playback(
            Domain domain,
            String unit,
            PartyModel model,
            Parallel parallel,
            Beginning beginning,
            Consumer<Happening> recorded,
            @Nullable WorldFile file) {
        this.domain = domain;
        this.unit = unit;
        this.model = model;
        this.machine = new PartitionMachine(domain, rows, parallel, (decision, chain) -> decided.add(decision));
        this.learner = model.learner(unit, tally);
        this.beginning = beginning;
        this.recorded = recorded;
        this.file = file;
    }

    PartitionMachine machine() {
        return machine;
    }

    @Override
    public void take(LogRecord record, @Nullable LogRecord.Voiding voiding) {
        at = record.at();
        String named = record.unit();
        boolean ours = unit.equals(named);
        if (ours) {
            advance(at.time());
            following = at.offset() + 1;
        }
        Outcome outcome = voiding == null ? machine.handle(record) : machine.voided(record, voiding);
        if (ours) {
            voided |= outcome == Outcome.VOIDED;
            records += outcome == Outcome.VOIDED || outcome == Outcome.TAKEN ? 1 : 0;
            taken(record, outcome);
        }
        decided.clear();
    }

    /** Takes note that the record goes on at a time. */
    private void advance(long recorded) {
        long time = Math.max(last, recorded);
        if (first == Long.MIN_VALUE) {
            first = time;
            Span span = beginning.at(time);
            branchTime = span.branch();
            to = span.to();
        }
        if (branch == null && time >= branchTime) {
            branch(time);
        }
        if (recordTally == null && time > to) {
            freeze(to);
        }
        last = time;
    }

    /** Begins a history, of which nothing is decided again but worlds. They branch off before its first event. */
    void history(List<String> remarks) {
        history = List.copyOf(remarks);
    }

    /** Takes an event of a history. */
    void past(Happening event, Past past) {
        advance(event.time());
        records++;
        model.count(event, tally);
        learner.event(event);
        if (model.vocabulary().copyOfRequest(event.value(), "") != null
                && !model.vocabulary().isWithdrawal(event.value())) {
            learner.past(event, past, to);
            historyEnd = Math.max(historyEnd, event.time() + past.known());
        }
        recorded.accept(event);
    }

    private void taken(LogRecord record, Outcome outcome) {
        if (record instanceof LogRecord.Tick tick) {
            attendance.take(tick.attended());
            if (file != null && branch == null && outcome == Outcome.TAKEN) {
                file.tick(tick);
            }
        } else {
            attendance.recorded(last);
        }
        SpecificRecord event = machine.lastEvent();
        if (record instanceof LogRecord.Event log && outcome == Outcome.TAKEN && event != null) {
            Happening happening = new Happening(last, topic(log), event, log.mapping() != 0);
            if (file != null && branch == null) {
                file.event(happening, record.at());
            }
            model.count(happening, tally);
            learner.event(happening);
            recorded.accept(happening);
        }
        for (Decision decision : decided) {
            if (decision.seq() > 0 && decision.unit().equals(unit)) {
                model.count(decision, tally);
                learner.decided(decision);
            }
        }
    }

    /** Returns the input to which an event belongs: an adopted one comes from a topic that is none. */
    private String topic(LogRecord.Event event) {
        List<String> topics = domain.inputs().stream()
                .filter(input -> input.schema().getFullName().equals(event.type()))
                .map(Input::topic)
                .toList();
        return topics.stream()
                .filter(topic -> event.source().topic().endsWith(topic))
                .findFirst()
                .orElse(topics.get(0));
    }

    private void branch(long time) {
        branch = new World.Branch(at.partition(), following, Math.min(time, branchTime));
        rowsAtBranch = rows.copy();
        learner.branch();
        model.restart(tally, branch.time());
        tallyAtBranch = tally.fork();
    }

    private void freeze(long time) {
        Tally frozen = tally.fork();
        model.end(frozen, time);
        recordTally = frozen;
    }

    /** Ends the record. Worlds begin at its end at the latest. */
    void end() {
        if (branch == null) {
            branch(last);
        }
        last = Math.max(last, historyEnd);
        learner.end(last);
        if (recordTally == null) {
            freeze(Math.min(to, last));
        }
    }

    /** Returns what is to be known of the history; null if the record is a log. */
    @Nullable
    List<String> history() {
        return history;
    }

    long records() {
        return records;
    }

    boolean isVoided() {
        return voided;
    }

    /** Returns the time of the unit's first record. */
    long first() {
        return first;
    }

    /** Returns the time of the unit's last record. */
    long last() {
        return last;
    }

    boolean hasBranched() {
        return branch != null;
    }

    World.Branch branch() {
        return of(branch);
    }

    MemoryRows rowsAtBranch() {
        return of(rowsAtBranch);
    }

    Tally tallyAtBranch() {
        return of(tallyAtBranch);
    }

    /** Returns what was counted of the record. */
    Tally recordTally() {
        return of(recordTally);
    }

    Learner learner() {
        return learner;
    }

    Attendance attendance() {
        return attendance;
    }

    @Nullable
    UnitState state() {
        return machine.unit(unit);
    }

    private static <T> T of(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("expected the record to have ended, but it has not");
        }
        return value;
    }
}
