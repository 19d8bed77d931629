package dev.rota.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.audit.Evidence.Stretch;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.serde.Partitions;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** The audit of a domain: all its log partitions, or that of one unit. */
public final class Audit implements AutoCloseable {

    private final Names names;
    private final Evidence evidence;

    private Audit(Recording recording) {
        this.names = recording.names();
        this.evidence = recording.evidence();
        lookAround();
    }

    /**
     * Asks how far the topics reach, in an order that suits one that is being written: all decisions upon what is
     * committed are in the outputs, all causes of what is in the outputs are in the log, all sources of the log are in
     * the inputs.
     */
    private void lookAround() {
        names.domain().outputs().forEach(output -> evidence.stretches(names.topic(output.topic())));
        evidence.stretches(names.log());
        names.domain().inputs().forEach(input -> evidence.stretches(names.topic(input.topic())));
    }

    /** Of a cluster's topics. */
    public static Audit ofCluster(Domain domain, Settings settings) {
        return new Audit(Recording.ofCluster(domain, settings));
    }

    /** Of an export's files: no cluster, no registry. */
    public static Audit ofFiles(Domain domain, Path folder) {
        return new Audit(Recording.ofFiles(domain, folder));
    }

    /**
     * Verifies; each partition's findings are handed out as they are made.
     *
     * @param unit the only unit to look at; null: all
     * @param to the log offset before which to stop; null: as far as the scheduler had committed when this began
     * @return whether all holds
     */
    public boolean verify(Parallel parallel, @Nullable String unit, @Nullable Long to, Consumer<Findings> found) {
        SortedMap<Integer, Stretch> log = evidence.stretches(names.log());
        if (log.isEmpty()) {
            throw new AuditRefused("expected the log " + names.log() + ", but it is not there");
        }
        boolean holds = true;
        boolean met = unit == null || unit.isEmpty();
        for (Map.Entry<Integer, Stretch> partition : log.entrySet()) {
            if (unit == null
                    || unit.isEmpty()
                    || Partitions.of(unit.getBytes(UTF_8), log.size()) == partition.getKey()) {
                Findings findings = verify(parallel, unit, to, partition.getKey(), partition.getValue(), log.size());
                found.accept(findings);
                holds &= findings.hold();
                met |= !findings.units().isEmpty() || !findings.divergences().isEmpty();
            }
        }
        if (!met) {
            throw new AuditRefused("expected the unit '" + unit + "' in " + names.log() + ", but no record "
                    + (to == null ? "" : "before offset " + to + " ") + "is of it");
        }
        return holds;
    }

    private Findings verify(
            Parallel parallel, @Nullable String unit, @Nullable Long to, int partition, Stretch held, int partitions) {
        long committed = Math.min(held.end(), evidence.committed().getOrDefault(partition, 0L));
        long end = to == null ? committed : Math.min(to, committed);
        try (PartitionAudit audit = new PartitionAudit(names, evidence, parallel, partition, partitions, unit)) {
            return audit.verify(held, end);
        }
    }

    /** Hands out the output records that name no log record as their cause, nobody's decisions; how many there are. */
    public long strangers(Consumer<Divergence> found) {
        AtomicLong count = new AtomicLong();
        Consumer<Divergence> counted = stranger -> {
            count.incrementAndGet();
            found.accept(stranger);
        };
        names.domain().outputs().forEach(output -> {
            String topic = names.topic(output.topic());
            evidence.stretches(topic).forEach((partition, held) -> {
                try (Evidence.Records records = evidence.read(topic, partition, held.begin(), held.end())) {
                    Strangers.among(records, names.log(), evidence.stretches(names.log()), counted);
                } catch (Evidence.Unreadable e) {
                    counted.accept(Divergence.unreadable(e));
                }
            });
        });
        return count.get();
    }

    /** Writes the evidence to files; how many records. */
    public long export(Path folder) throws IOException {
        return new EvidenceExport(names, evidence, folder).write();
    }

    @Override
    public void close() {
        evidence.close();
    }
}
