package dev.rota.cli;

import dev.rota.audit.evidence.Evidence.OffsetRange;
import dev.rota.audit.evidence.Evidence.Records;
import dev.rota.audit.evidence.StoredRecord;
import dev.rota.audit.files.FileEvidence;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.engine.Position;
import dev.rota.engine.UnitState;
import dev.rota.engine.log.LogFormat;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.machine.Chain;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.BufferedRows;
import dev.rota.engine.rows.RowFormats;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.rows.RowStore;
import dev.rota.settings.Names;
import dev.rota.testing.MapRowStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The rows of a log partition in the middle of recorded evidence, as the store of a build has them: {@code DOMAIN-P.txt},
 * with the offset up to which they go in the first line, then a row a line, key and value in base64.
 */
final class ReleaseRows {

    private ReleaseRows() {}

    /** Writes the rows of each partition of a domain's evidence, in the formats of this build. */
    static void record(Domain domain, Path evidence, Path folder) throws IOException, LogFormat.ForeignRecord {
        try (FileEvidence files = FileEvidence.of(domain, evidence)) {
            Names names = new Names(domain, files.prefix());
            for (var partition : files.ranges(names.log()).entrySet()) {
                OffsetRange held = partition.getValue();
                long middle = (held.begin() + held.end()) / 2;
                MapRowStore store = new MapRowStore();
                apply(domain, files, names, partition.getKey(), store, held.begin(), middle);
                List<String> lines = new ArrayList<>(List.of(Long.toString(middle)));
                try (RowStore.Range rows = store.range(new byte[0], null)) {
                    while (rows.next()) {
                        lines.add(base64(rows.key()) + " " + base64(rows.value()));
                    }
                }
                Files.write(folder.resolve(domain.name() + "-" + partition.getKey() + ".txt"), lines);
            }
        }
    }

    /**
     * Continues from recorded rows to the end of the evidence.
     *
     * @return the heads of all units, by {@code partition/unit}
     */
    static SortedMap<String, String> continued(Domain domain, Path evidence, Path folder, Iterable<String> units)
            throws IOException, LogFormat.ForeignRecord {
        SortedMap<String, String> heads = new TreeMap<>();
        try (FileEvidence files = FileEvidence.of(domain, evidence)) {
            Names names = new Names(domain, files.prefix());
            for (var partition : files.ranges(names.log()).entrySet()) {
                List<String> lines =
                        Files.readAllLines(folder.resolve(domain.name() + "-" + partition.getKey() + ".txt"));
                MapRowStore store = new MapRowStore();
                long from = Long.parseLong(lines.get(0));
                if (isReadable(domain, lines, store)) {
                    heads(domain, files, names, partition.getKey(), store, from, units, heads);
                } else {
                    // An instance would rebuild them from the log.
                    heads(domain, files, names, partition.getKey(), new MapRowStore(), 0, units, heads);
                }
            }
        }
        return heads;
    }

    /**
     * Recomputes the evidence from its beginning.
     *
     * @return the heads of all units, by {@code partition/unit}
     */
    static SortedMap<String, String> recomputed(Domain domain, Path evidence, Iterable<String> units)
            throws LogFormat.ForeignRecord {
        SortedMap<String, String> heads = new TreeMap<>();
        try (FileEvidence files = FileEvidence.of(domain, evidence)) {
            Names names = new Names(domain, files.prefix());
            for (int partition : files.ranges(names.log()).keySet()) {
                heads(domain, files, names, partition, new MapRowStore(), 0, units, heads);
            }
        }
        return heads;
    }

    /** Puts rows into a store. Returns whether this build reads them; if not, it rebuilds them. */
    private static boolean isReadable(Domain domain, List<String> lines, MapRowStore store) {
        for (String line : lines.subList(1, lines.size())) {
            int space = line.indexOf(' ');
            store.put(
                    Base64.getDecoder().decode(line.substring(0, space)),
                    Base64.getDecoder().decode(line.substring(space + 1)));
        }
        return RowFormats.open(store, RowLayout.of(domain)).unreadable() == null;
    }

    private static void heads(
            Domain domain,
            FileEvidence files,
            Names names,
            int partition,
            MapRowStore store,
            long from,
            Iterable<String> units,
            SortedMap<String, String> heads)
            throws LogFormat.ForeignRecord {
        PartitionMachine machine = apply(
                domain,
                files,
                names,
                partition,
                store,
                from,
                Objects.requireNonNull(files.ranges(names.log()).get(partition)).end());
        for (String unit : units) {
            UnitState state = machine.unit(unit);
            if (state != null) {
                heads.put(partition + "/" + unit, Chain.hex(state.getChain()));
            }
        }
    }

    private static PartitionMachine apply(
            Domain domain, FileEvidence files, Names names, int partition, MapRowStore store, long from, long to)
            throws LogFormat.ForeignRecord {
        BufferedRows rows = new BufferedRows(store, RowFormats.open(store, RowLayout.of(domain)));
        PartitionMachine machine = new PartitionMachine(domain, rows, Parallel.SEQUENTIAL, (decision, chain) -> {});
        try (Records records = files.read(names.log(), partition, from, to)) {
            for (StoredRecord stored = records.next(); stored != null; stored = records.next()) {
                Position at = new Position(partition, stored.offset(), stored.time());
                LogRecord record = LogFormat.parse(at, stored.key(), stored::header, stored.value());
                machine.handle(record);
                rows.flush();
            }
        }
        return machine;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
