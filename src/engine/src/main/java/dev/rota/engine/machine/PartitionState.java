package dev.rota.engine.machine;

import dev.rota.engine.AttendedRow;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import dev.rota.engine.PartitionRow;
import dev.rota.engine.UnbornUnit;
import dev.rota.engine.log.AttendedTime;
import dev.rota.engine.rows.Applied;
import dev.rota.engine.rows.EngineTables;
import dev.rota.engine.rows.Rows;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The row of a log partition: the rules in force, the digest of schemas and rules records, and the position applied.
 */
final class PartitionState {

    private final Rows rows;

    /** The row, cached: each event reads it. */
    private @Nullable PartitionRow cached;

    PartitionState(Rows rows) {
        this.rows = rows;
    }

    /** Returns the rules in force, or 0 before the first rules record. */
    int rules() {
        return row().getRules();
    }

    /** Returns the log's partition count when it was created, or 0 before the first rules record. */
    int partitions() {
        return row().getPartitions();
    }

    /** Returns the log's format so far. */
    int format() {
        return row().getFormat();
    }

    /** Returns the digest over all schemas and rules records so far. */
    ByteBuffer declared() {
        return row().getDeclared();
    }

    int units() {
        return row().getUnits();
    }

    void declared(ByteBuffer declared) {
        write(PartitionRow.newBuilder(row()).setDeclared(declared));
    }

    void rules(int rules, int partitions, int format, ByteBuffer declared) {
        write(PartitionRow.newBuilder(row())
                .setRules(rules)
                .setPartitions(partitions)
                .setFormat(format)
                .setDeclared(declared));
    }

    void units(int units) {
        write(PartitionRow.newBuilder(row()).setUnits(units));
    }

    /**
     * Returns the time of a unit that does not exist, or {@link Long#MIN_VALUE} if none of its events was rejected
     * recently.
     */
    long unbornNow(String unit) {
        for (UnbornUnit unborn : row().getUnborn()) {
            if (unborn.getUnit().equals(unit)) {
                return unborn.getNow();
            }
        }
        return Long.MIN_VALUE;
    }

    /** Keeps the time of a unit that still does not exist, and drops the one that was kept first. */
    void unbornNow(String unit, long now) {
        List<UnbornUnit> others = new ArrayList<>(row().getUnborn());
        others.removeIf(other -> other.getUnit().equals(unit));
        others.add(new UnbornUnit(unit, now));
        int first = Math.max(0, others.size() - Limits.UNBORN_UNITS_MAX);
        write(PartitionRow.newBuilder(row()).setUnborn(List.copyOf(others.subList(first, others.size()))));
    }

    /** Returns the last record applied, or null before the first. */
    @Nullable
    Applied applied() {
        return Applied.of(row());
    }

    void applied(Applied last) {
        write(PartitionRow.newBuilder(row())
                .setLog(last.log())
                .setOffset(last.offset())
                .setTime(last.time())
                .setDigest(last.digest()));
    }

    /** Returns the attended time of the last attended Tick, from which a new owner of the partition continues. */
    AttendedTime attended() {
        AttendedRow row = (AttendedRow) rows.get(EngineTables.ATTENDED, EngineTables.ATTENDED_KEY.bytes());
        return row == null ? AttendedTime.NONE : AttendedTime.of(row.getIntervals());
    }

    /** Keeps the intervals of an attended Tick, unless a later one came before it. */
    void attended(AttendedTime attended) {
        if (attended.to() > attended().to()) {
            rows.put(EngineTables.ATTENDED, EngineTables.ATTENDED_KEY.bytes(), new AttendedRow(attended.numbers()));
        }
    }

    private PartitionRow row() {
        if (cached == null) {
            PartitionRow row = (PartitionRow) rows.get(EngineTables.PARTITION, EngineTables.PARTITION_KEY.bytes());
            cached = row == null
                    ? new PartitionRow(
                            0,
                            0,
                            0,
                            Chain.first(),
                            List.of(),
                            "",
                            Applied.NO_OFFSET,
                            0L,
                            ByteBuffer.allocate(Chain.BYTES),
                            1)
                    : row;
        }
        return cached;
    }

    private void write(PartitionRow.Builder changed) {
        PartitionRow row = changed.build();
        cached = row;
        rows.put(EngineTables.PARTITION, EngineTables.PARTITION_KEY.bytes(), row);
    }
}
