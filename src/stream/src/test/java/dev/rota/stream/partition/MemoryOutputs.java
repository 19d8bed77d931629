package dev.rota.stream.partition;

import dev.rota.stream.outputs.OutputAccess;
import dev.rota.stream.partition.OutputSink.OutputRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** The committed outputs of one log partition in memory, which a test can change. */
public final class MemoryOutputs implements OutputAccess {

    private final List<Committed> records = new ArrayList<>();
    private boolean beginsLate;
    private int readMax = Integer.MAX_VALUE;
    private int reads;

    void commit(OutputRecord record) {
        records.add(new Committed(record.output().topic(), record.headers(), record.value()));
    }

    /** Replaces a record. */
    void replace(int index, UnaryOperator<Committed> change) {
        records.set(index, change.apply(records.get(index)));
    }

    /** Deletes records. */
    void remove(Predicate<Committed> lost) {
        records.removeIf(lost);
    }

    /** Deletes the first records, as retention does. */
    void deleteFirst(int count) {
        records.subList(0, count).clear();
        beginsLate = true;
    }

    /** Limits the number of records that a read returns. */
    void readMax(int max) {
        readMax = max;
    }

    /** Returns how often the outputs were read. */
    int reads() {
        return reads;
    }

    @Override
    public Scan scan(int reader) {
        List<Committed> all = List.copyOf(records);
        return new Scan() {
            private int next;

            @Override
            public boolean read(Consumer<Committed> take) {
                reads++;
                int end = (int) Math.min(all.size(), (long) next + readMax);
                all.subList(next, end).forEach(take);
                next = end;
                return next < all.size();
            }

            @Override
            public boolean beginsLate() {
                return beginsLate;
            }

            @Override
            public String progress() {
                return next + " records";
            }

            @Override
            public void close() {
                // nothing to close
            }
        };
    }

    @Override
    public void close() {
        // nothing to close
    }
}
