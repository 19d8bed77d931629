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

    /** Puts a record in the place of another. */
    void replace(int index, UnaryOperator<Committed> change) {
        records.set(index, change.apply(records.get(index)));
    }

    /** Loses records. */
    void remove(Predicate<Committed> lost) {
        records.removeIf(lost);
    }

    /** Lets retention delete the first records. */
    void deleteFirst(int count) {
        records.subList(0, count).clear();
        beginsLate = true;
    }

    /** Limits how many records a read returns. */
    void readMax(int max) {
        readMax = max;
    }

    /** How often it was read. */
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
                // holds nothing
            }
        };
    }

    @Override
    public void close() {
        // holds nothing
    }
}
