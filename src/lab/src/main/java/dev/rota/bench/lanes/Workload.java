package dev.rota.bench.lanes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.RefusedException;
import dev.rota.engine.Times;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.log.Source;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.workload.Traffic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Prepared events, each with the outputs that the pure engine decides. They determine which records are produced, which
 * ones a pass-through emits, and which output completes an event.
 */
public final class Workload {

    /** An output record for the pass-through to forward. The value is bare Avro. */
    public record Reply(String topic, byte[] key, Map<String, String> headers, byte[] avro) {}

    /** An event. Its value is bare Avro. */
    public record Prepared(String topic, byte[] key, byte[] avro, List<Reply> replies) {}

    private final String name;
    private final List<Prepared> events;
    /** The event of each output, by unit and sequence number. */
    private final Map<String, Integer> eventOf = new HashMap<>();

    private final long outputs;

    @Nullable
    private final Rows rows;

    /** The number of rows that a domain writes per event, and their mean size. */
    record Rows(double perEvent, int bytes) {}

    private Workload(String name, List<Prepared> events) {
        this(name, events, null);
    }

    /**
     * Creates a recorded workload.
     *
     * @param rows the rows that it writes; null for one row per event, as large as the event
     */
    public Workload(String name, List<Prepared> events, @Nullable Rows rows) {
        this.name = name;
        this.rows = rows;
        this.events = events;
        long count = 0;
        for (int i = 0; i < events.size(); i++) {
            for (Reply reply : events.get(i).replies()) {
                String seq = reply.headers().get(OutputFormat.SEQ);
                if (seq != null) {
                    eventOf.put(reply.headers().get(OutputFormat.UNIT) + "/" + seq, i);
                }
                count++;
            }
        }
        this.outputs = count;
    }

    /**
     * Takes the first {@code count} events of a domain's traffic.
     *
     * @param oneTopic whether to take events of the domain's first input only, whose order per unit is then the same in
     *     every run
     */
    public static Workload of(Domain domain, String name, Traffic traffic, int count, boolean oneTopic) {
        String first = domain.inputs().get(0).topic();
        List<Prepared> events = new ArrayList<>(count);
        Replay replay = new Replay(domain);
        while (events.size() < count) {
            for (Traffic.Fact fact : traffic.at(events.size())) {
                if (events.size() < count && (!oneTopic || fact.topic().equals(first))) {
                    events.add(replay.prepare(fact));
                }
            }
        }
        return new Workload(name, events);
    }

    String name() {
        return name;
    }

    /** Returns the rows that a pass-through writes; null for one row per event, as large as the event. */
    @Nullable
    Rows rows() {
        return rows;
    }

    public List<Prepared> events() {
        return events;
    }

    /** Returns the number of output records, checkpoints included. */
    public long outputs() {
        return outputs;
    }

    /** Returns the index of the event that caused an output; -1 if the output is not of this workload. */
    int eventOf(String unit, String seq) {
        return eventOf.getOrDefault(unit + "/" + seq, -1);
    }

    /** Runs events through the pure engine. */
    public static final class Replay {
        private final Domain domain;
        private final Map<String, Input<?>> inputs = new HashMap<>();
        private final Map<String, Integer> schemaIds = new HashMap<>();
        private final Map<String, AvroCodec<SpecificRecord>> codecs = new HashMap<>();
        private final OutputFormat format;
        private final PartitionMachine machine;
        private final List<Reply> replies = new ArrayList<>();
        private final int eventsPerMs;
        private final Consumer<Decision> heard;
        private boolean keep = true;
        private long offset;
        private long waited;

        public Replay(Domain domain) {
            this(domain, 1, decision -> {});
        }

        /**
         * @param eventsPerMs the speed of log time
         * @param heard receives each decision
         */
        public Replay(Domain domain, int eventsPerMs, Consumer<Decision> heard) {
            this.domain = domain;
            this.eventsPerMs = eventsPerMs;
            this.heard = heard;
            this.format = new OutputFormat(domain, domain.log());
            this.machine = new PartitionMachine(domain, new MemoryRows(), Parallel.SEQUENTIAL, this::reply);
            machine.handle(new LogRecord.Rules(at(), domain.rules(), 1));
            for (Input<?> input : domain.inputs()) {
                int id = schemaIds.size() + 1;
                inputs.put(input.topic(), input);
                schemaIds.put(input.topic(), id);
                codecs.put(input.topic(), AvroCodec.of(input.schema()));
                machine.handle(LogRecord.Schema.of(at(), id, input.schema()));
            }
        }

        Prepared prepare(Traffic.Fact fact) {
            byte[] avro = codec(fact).encode(fact.value());
            replies.clear();
            handle(fact, avro);
            return new Prepared(fact.topic(), fact.key().getBytes(UTF_8), avro, List.copyOf(replies));
        }

        /** Decides an event without keeping the decisions. Returns the event's size. */
        public int decide(Traffic.Fact fact) {
            keep = false;
            byte[] avro = codec(fact).encode(fact.value());
            handle(fact, avro);
            return avro.length;
        }

        private AvroCodec<SpecificRecord> codec(Traffic.Fact fact) {
            return Objects.requireNonNull(codecs.get(fact.topic()));
        }

        private void handle(Traffic.Fact fact, byte[] avro) {
            Input<?> input = Objects.requireNonNull(inputs.get(fact.topic()));
            int id = schemaIds.getOrDefault(fact.topic(), 0);
            if (machine.due().nextAttended() <= time()) {
                tick();
            }
            try {
                Position at = at();
                machine.handle(new LogRecord.Event(
                        at,
                        input.unit(fact.value()),
                        new Source(fact.topic(), 0, at.offset(), fact.topic()),
                        input.schema().getFullName(),
                        Framing.frame(id, avro)));
            } catch (RefusedException e) {
                throw new IllegalStateException("a workload of " + domain.name() + " has a bad event", e);
            }
        }

        /** Advances time to the next timer, without events. */
        public void waitForTimer() {
            long next = Math.min(machine.due().next(), machine.due().nextAttended());
            if (next == Times.NEVER) {
                throw new IllegalStateException("expected " + domain.name() + " to continue, but it has no timer");
            }
            long now = time();
            // a continuation is always due
            waited += Math.max(now, next) - now;
            tick();
        }

        /** Fires the timers that are due, as if all time were attended. */
        private void tick() {
            for (String unit : machine.due().allAt(time())) {
                Position at = at();
                machine.handle(new LogRecord.Tick(at, unit, AttendedTime.always(at.time())));
            }
        }

        private Position at() {
            offset++;
            return new Position(0, offset - 1, time());
        }

        private long time() {
            return waited + offset / eventsPerMs;
        }

        private void reply(Decision decision, ByteBuffer chain) {
            heard.accept(decision);
            if (keep) {
                replies.add(new Reply(
                        decision.output().topic(),
                        format.key(decision),
                        format.headers(decision, chain),
                        decision.avro()));
            }
        }
    }
}
