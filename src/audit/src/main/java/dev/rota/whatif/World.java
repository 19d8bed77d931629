package dev.rota.whatif;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.Times;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Parties;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Decides what happens to a unit from the branch on. At each time, its timers fire first, then recorded events are
 * decided in their order, then those of its parties.
 */
final class World {

    /** Each Tick fires thousands of timers: more Ticks at one time mean that a timer sets itself again at once. */
    private static final int TICKS_AT_ONE_TIME_MAX = 10_000;

    /** Registry ids are given from 1 on, so those of a log are not among the last ones. */
    private static final int LAST_SCHEMA_ID = Integer.MAX_VALUE;

    private static final String SOURCE_ID = "what-if";

    /** An input with the id of its schema in this world. */
    private record Feed(int schemaId, AvroCodec<SpecificRecord> codec, String type) {}

    /** What the worlds of a what-if share. */
    record Shared(Domain domain, String unit, Parallel parallel, PartyModel model, Attendance attendance) {}

    /**
     * Where a world begins.
     *
     * @param partition the log partition of the unit
     * @param offset the offset of the first record after the branch
     * @param time the time of the branch
     */
    record Branch(int partition, long offset, long time) {}

    private final String unit;
    private final Branch branch;
    private final Attendance attendance;
    private final PartyModel model;
    private final Parties parties;
    private final Tally tally;
    private final Consumer<Decision> decisions;
    private final @Nullable WorldFile file;
    private final @Nullable Reasons reasons;
    private final PartitionMachine machine;
    private final Map<String, Feed> feeds = new TreeMap<>();
    private final List<Decision> decided = new ArrayList<>();
    private long offset;
    private long ticksAtOneTime;
    private long lastTick = Long.MIN_VALUE;

    World(
            Shared shared,
            Branch branch,
            MemoryRows rows,
            Parties parties,
            Tally tally,
            Consumer<Decision> decisions,
            @Nullable WorldFile file,
            @Nullable Reasons reasons) {
        this.unit = shared.unit();
        this.branch = branch;
        this.attendance = shared.attendance();
        this.model = shared.model();
        this.parties = parties;
        this.tally = tally;
        this.decisions = decisions;
        this.file = file;
        this.reasons = reasons;
        this.offset = branch.offset();
        this.machine = new PartitionMachine(
                shared.domain(), rows, shared.parallel(), (decision, chain) -> decided.add(decision));
        Position before = new Position(branch.partition(), offset - 1, branch.time());
        for (Input<?> input : shared.domain().inputs()) {
            int schemaId = LAST_SCHEMA_ID - feeds.size();
            machine.handle(LogRecord.Schema.of(before, schemaId, input.schema()));
            feeds.put(
                    input.topic(),
                    new Feed(
                            schemaId,
                            AvroCodec.of(input.schema()),
                            input.schema().getFullName()));
        }
    }

    /**
     * Runs up to a time.
     *
     * @param recorded the recorded events, in order; the parties have foreseen them
     */
    void run(Iterator<Happening> recorded, long to, BooleanSupplier cancelled, Runnable progress) {
        Happening next = recorded.hasNext() ? recorded.next() : null;
        while (true) {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("the what-if was cancelled");
            }
            long timer = nextTimer();
            long act = attendance.hearing(Math.max(parties.next(), branch.time()));
            long event = next == null ? Times.NEVER : next.time();
            long time = Math.min(timer, Math.min(event, act));
            if (reasons != null) {
                reasons.answer(machine, time);
                if (reasons.isDone()) {
                    return;
                }
            }
            if (time > to || time == Times.NEVER) {
                model.end(tally, to);
                return;
            }
            if (timer == time) {
                tick(Math.max(time, now()));
            } else if (next != null && event == time) {
                Happening happening = parties.recorded(next);
                if (happening != null) {
                    append(happening);
                }
                next = recorded.hasNext() ? recorded.next() : null;
                progress.run();
            } else {
                append(parties.act(time));
            }
        }
    }

    /** Returns when the next timer fires: at once, if it continues a step. */
    private long nextTimer() {
        UnitState state = machine.unit(unit);
        if (state == null) {
            return Times.NEVER;
        }
        long attended = state.getNextAttendedDue();
        long next = Math.min(state.getNextDue(), attended == Times.NEVER ? attended : attendance.listening(attended));
        return next == Times.NEVER ? next : Math.max(next, branch.time());
    }

    private long now() {
        UnitState state = machine.unit(unit);
        return state == null ? branch.time() : state.getNow();
    }

    private void tick(long time) {
        ticksAtOneTime = time == lastTick ? ticksAtOneTime + 1 : 0;
        lastTick = time;
        if (ticksAtOneTime > TICKS_AT_ONE_TIME_MAX) {
            throw new IllegalStateException("expected the timers of " + unit + " that are due at " + time
                    + " to come to an end, but they set themselves again at once");
        }
        LogRecord.Tick tick = new LogRecord.Tick(at(time), unit, attendance.upTo(time));
        machine.handle(tick);
        if (file != null) {
            file.tick(tick);
        }
        deliver();
    }

    private void append(Happening event) {
        Feed feed = feeds.get(event.topic());
        if (feed == null) {
            throw new IllegalStateException("expected an input of the domain, but it is " + event.topic());
        }
        Position at = at(event.time());
        model.count(event, tally);
        machine.handle(new LogRecord.Event(
                at,
                unit,
                new Source(event.topic(), 0, at.offset(), SOURCE_ID),
                feed.type(),
                event.adopted() ? 1 : 0,
                Framing.frame(feed.schemaId(), feed.codec().encode(event.value()))));
        if (file != null) {
            file.event(event, at);
        }
        deliver();
    }

    private Position at(long time) {
        return new Position(branch.partition(), offset++, time);
    }

    private void deliver() {
        for (Decision decision : decided) {
            if (decision.seq() > 0) {
                model.count(decision, tally);
                parties.decided(decision);
                decisions.accept(decision);
                if (reasons != null) {
                    reasons.decided(decision);
                }
            }
        }
        decided.clear();
    }
}
