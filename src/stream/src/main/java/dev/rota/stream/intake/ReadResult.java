package dev.rota.stream.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.Source;
import dev.rota.kafka.Partitions;

/** What becomes of the first record that a partition has in the buffer. */
public sealed interface ReadResult {

    /** It leaves the buffer, and nothing of it is appended. */
    ReadResult SKIP = new Skip();

    /** It stays in the buffer, and is read again between later polls. */
    ReadResult WAIT = new Wait();

    record Skip() implements ReadResult {}

    record Wait() implements ReadResult {}

    /**
     * A log record is made of it, and appended.
     *
     * @param partition the log partition
     * @param schema the schema of the log record, which must be in that partition first; null if it needs none
     */
    record Append(
            int partition,
            LogFormat.Written record,
            @Nullable NumberedSchema schema) implements ReadResult {

        /** Returns an event, in the log partition of its unit. */
        public static Append accepted(LogFormat.Written event, NumberedSchema schema, int logPartitions) {
            return new Append(Partitions.of(event.key(), logPartitions), event, schema);
        }

        /** Returns a refusal, which belongs to no unit. */
        public static Append refused(Source source, RefusedException why, @Nullable byte[] value, int logPartitions) {
            int partition = Partitions.of(source.coordinates().getBytes(UTF_8), logPartitions);
            return new Append(partition, LogFormat.refused(source, why, value), null);
        }

        /** Returns whether it is a refusal for this reason. */
        boolean isRefused(IntakeReason reason) {
            return reason.name().equals(record.headers().get(LogFormat.REASON));
        }
    }
}
