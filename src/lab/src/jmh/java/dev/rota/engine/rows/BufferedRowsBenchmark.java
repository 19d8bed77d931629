package dev.rota.engine.rows;

import dev.rota.engine.Key;
import dev.rota.engine.SourceRow;
import dev.rota.engine.Table;
import dev.rota.engine.TableType;
import dev.rota.testing.MapRowStore;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the write-back buffer over a store that is a map in memory. One invocation is one transaction that changes
 * each of its rows twice. Times are for a row.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class BufferedRowsBenchmark {

    private static final int ROWS = 1_000;
    /** The number of rows at which each transaction finds its rows evicted. */
    private static final int FAR = 2 * BufferedRows.CLEAN_ROWS_MAX;

    private static final TableType<SourceRow> TYPE = TableType.of(16, "rows", SourceRow.class);
    private static final RowLayout LAYOUT = new RowLayout(
            "rows", 1, 1, 1, 1, new TreeMap<>(Map.of(TYPE.number(), SourceRow.getClassSchema())), new TreeSet<>());

    private final RowStore store = new MapRowStore();
    private final BufferedRows buffered = new BufferedRows(store, RowFormats.open(store, LAYOUT));
    private final Table<SourceRow> table = new UnitTable<>(TYPE, "unit", buffered);
    private int from;

    /** Changes rows that stay cached. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long cached() {
        return transaction(0);
    }

    /** Changes rows that must be read from the store first. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long evicted() {
        from = (from + ROWS) % FAR;
        return transaction(from);
    }

    private long transaction(int first) {
        for (int change = 0; change < 2; change++) {
            for (int i = first; i < first + ROWS; i++) {
                table.upsert(Key.of(i), new SourceRow((long) change));
            }
        }
        buffered.flush();
        return buffered.rowsWritten();
    }
}
