package dev.rota.stream.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.CauseHeader;
import dev.rota.engine.log.OutputFormat;
import dev.rota.engine.log.VoidReference;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.engine.schema.Framing;
import dev.rota.settings.Names;
import dev.rota.stream.log.LogAccess.Extent;
import dev.rota.stream.outputs.OutputAccess.Committed;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The content of the committed outputs for one log partition: for each unit the cause and chain head of its last
 * output, and which records were voided. Its size is bounded by the number of units, not of outputs.
 *
 * <p>The transactions of a partition are committed in the order of its log, each with all outputs of its records. So
 * the records up to the greatest cause are decided and their outputs are committed, and no output of a later record is.
 * A chain head covers all that its unit read and decided up to there, so equal heads at the last outputs imply that all
 * outputs before them are those that a replay decides.
 */
public final class CommittedOutputs {

    /** Thrown if a replay does not decide what was committed. The message is one sentence with coordinates. */
    public static final class Diverged extends Exception {
        private static final long serialVersionUID = 1L;

        Diverged(String message) {
            super(message, null, false, false);
        }

        public String sentence() {
            return String.valueOf(getMessage());
        }
    }

    private record Last(long cause, String chain) {}

    private static final AvroCodec<Rejection> REJECTIONS = AvroCodec.of(Rejection.class);
    private static final String ADVICE =
            ". Run the build that decided it, or find the difference with rota audit; nothing is emitted until then";

    private final String log;
    private final String rejections;
    private final int partition;
    private final CauseHeader cause;

    /** The last output of each unit. */
    private final Map<String, Last> lasts = new HashMap<>();

    /** Chain heads by unit, by the log offset at which they must be reached. */
    private final SortedMap<Long, Map<String, String>> expected = new TreeMap<>();

    /** The offsets of void records, by the offset of the voided record. */
    private final SortedMap<Long, Long> voids = new TreeMap<>();

    /** The last log offset whose decisions are committed. */
    private long through = -1;

    private boolean beginsLate;

    public CommittedOutputs(Names names, int partition) {
        this.log = names.log();
        this.rejections = names.domain().rejections().topic();
        this.partition = partition;
        this.cause = new CauseHeader(names.log());
    }

    /** Adds a committed output record; those of other log partitions are skipped. */
    public void add(Committed record) {
        byte[] unit = value(record.headers(), OutputFormat.UNIT);
        byte[] chain = value(record.headers(), OutputFormat.CHAIN);
        if (unit == null
                || chain == null
                || !cause.read(value(record.headers(), OutputFormat.CAUSE))
                || cause.partition() != partition) {
            return;
        }
        long offset = cause.offset();
        through = Math.max(through, offset);
        lasts.merge(
                new String(unit, UTF_8),
                new Last(offset, new String(chain, UTF_8)),
                (former, latter) -> latter.cause() >= former.cause() ? latter : former);
        if (record.topic().equals(rejections)) {
            addVoid(offset, record.value());
        }
    }

    private void addVoid(long offset, @Nullable byte[] value) {
        if (value == null || !Framing.isFramed(value)) {
            return;
        }
        try {
            long by = VoidReference.offset(REJECTIONS.decode(value, Framing.BYTES), partition);
            if (by >= 0) {
                voids.put(offset, by);
            }
        } catch (IOException | RuntimeException e) {
            // Avro throws many kinds of exceptions on bytes that Rota did not write; they name no void record
            return;
        }
    }

    /**
     * Ends the reading.
     *
     * @param next the first log offset that the rows lack; decisions before it have been compared
     * @param late whether retention has deleted the beginning of an output
     * @param decided the last log offset that is known to be decided without the outputs; null if there is none
     */
    public void complete(long next, Extent extent, boolean late, @Nullable Long decided) throws Diverged {
        beginsLate = late;
        if (through >= extent.end()) {
            throw new Diverged("an output names " + at(through) + " as its cause, but the log ends at " + extent.end()
                    + ": records that were applied are lost. Restore the log, or begin under a new topic.prefix");
        }
        if (late) {
            if (decided == null) {
                throw new Diverged(
                        "retention has deleted the beginning of an output, and when the rows were lost the"
                                + " group had no offset for " + log + "/" + partition
                                + ": which decisions were emitted cannot be known. Set the group's offset to the first record"
                                + " whose decisions were not, and start once with --rebuild, or begin under a new topic.prefix");
            }
            through = Math.max(through, decided);
        }
        lasts.forEach((unit, last) -> {
            if (last.cause() >= next) {
                expected.computeIfAbsent(last.cause(), offset -> new TreeMap<>())
                        .put(unit, last.chain());
            }
        });
    }

    /** Returns the last log offset whose decisions are committed; -1 if there is none. */
    public long through() {
        return through;
    }

    /** Returns the offsets of the void records that took effect, by the offset of the voided record. */
    public SortedMap<Long, Long> voids() {
        return voids;
    }

    /**
     * Compares the decisions of a log record with the committed ones.
     *
     * @param heads the chain heads that its outputs carry, by unit
     * @return whether its outputs are committed, so that they must not be emitted again
     */
    public boolean has(long offset, Map<String, String> heads) throws Diverged {
        if (!expected.isEmpty() && expected.firstKey() < offset) {
            throw new Diverged("an output names " + at(expected.firstKey())
                    + " as its cause, but the log has no such record" + ADVICE);
        }
        Map<String, String> outputs = expected.getOrDefault(offset, Map.of());
        for (Map.Entry<String, String> head : outputs.entrySet()) {
            String rebuilt = heads.get(head.getKey());
            if (!head.getValue().equals(rebuilt)) {
                throw new Diverged(
                        at(offset) + " was decided otherwise: the last committed output of unit '" + head.getKey()
                                + "' has the chain head " + head.getValue() + ", but the rebuilt one "
                                + (rebuilt == null ? "has no output of this record" : "has " + rebuilt) + ADVICE);
            }
        }
        if (offset <= through && !beginsLate) {
            for (String unit : heads.keySet()) {
                Last last = lasts.get(unit);
                if (last == null || last.cause() < offset) {
                    throw new Diverged(at(offset) + " was decided otherwise: rebuilding decides for unit '" + unit
                            + "' what the committed outputs lack, although they reach " + at(through) + ADVICE);
                }
            }
        }
        expected.remove(offset);
        return offset <= through;
    }

    private String at(long offset) {
        return log + "/" + partition + "/" + offset;
    }

    private static @Nullable byte[] value(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : header.value();
    }
}
