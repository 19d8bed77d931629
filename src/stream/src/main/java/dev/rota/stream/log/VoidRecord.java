package dev.rota.stream.log;

import dev.rota.engine.Position;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.kafka.LogHeaders;
import dev.rota.kafka.Topics;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.StoppedException;
import dev.rota.stream.log.LogAccess.Unavailable;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Appends an operator's void record to the partition of the record that it voids. */
public final class VoidRecord {

    private VoidRecord() {}

    /**
     * Appends a void record after the record that it voids.
     *
     * @param at the record to void, as {@code topic/partition/offset}
     * @return the coordinates of the void record
     * @throws StoppedException if there is no such record, or it cannot be voided
     */
    public static String append(Names names, Settings settings, String at, boolean closesUnit, String reason) {
        Position position = position(names, at);
        ClientSettings clients = new ClientSettings(settings);
        try (Admin admin = Admin.create(clients.admin(names))) {
            int partitions = Topics.ends(admin, names.log()).size();
            if (position.partition() >= partitions) {
                throw new StoppedException("expected a log record at " + at + ", but " + names.log()
                        + " has partitions 0 to " + (partitions - 1));
            }
        }
        try (LogAccess log = KafkaLogAccess.of(names, clients)) {
            LogAccess.Extent extent = log.extent(position.partition());
            if (position.offset() < extent.begin() || position.offset() >= extent.end()) {
                throw new StoppedException("expected a log record at " + at + ", but the partition has offsets "
                        + extent.begin() + " to " + (extent.end() - 1));
            }
            List<Delivered> there = log.read(position.partition(), position.offset(), position.offset() + 1)
                    .records();
            if (there.isEmpty()) {
                throw new StoppedException("expected a log record at " + at + ", but there is none");
            }
            objectTo(there.get(0), at, closesUnit);
        } catch (Unavailable e) {
            throw new StoppedException(String.valueOf(e.getMessage()));
        }
        long offset = LogAppend.append(
                names, settings, position.partition(), LogFormat.voided(position.offset(), closesUnit, reason));
        return names.log() + "/" + position.partition() + "/" + offset;
    }

    private static Position position(Names names, String at) {
        Source parsed = Source.parse(at, "");
        if (parsed == null || !parsed.topic().equals(names.log()) || parsed.partition() < 0) {
            throw new StoppedException("expected --at " + names.log() + "/PARTITION/OFFSET, but it is '" + at + "'");
        }
        return new Position(parsed.partition(), parsed.offset(), 0);
    }

    private static void objectTo(Delivered record, String at, boolean closesUnit) {
        LogRecord parsed;
        try {
            parsed = LogHeaders.parse(record.at(), record.key(), record.headers(), record.value());
        } catch (LogFormat.ForeignRecord e) {
            throw new StoppedException(at + " was not written by Rota and is skipped anyway; there is nothing to void");
        }
        if (parsed instanceof LogRecord.Rules) {
            throw new StoppedException(
                    at + " is a rules record, which cannot be voided: all that follows is decided by it");
        }
        if (closesUnit && parsed.unit() == null) {
            throw new StoppedException("expected --unit with a record of a unit, but " + at + " is of none");
        }
    }
}
