package dev.rota.audit.findings;

import dev.rota.audit.evidence.StoredRecord;
import dev.rota.engine.machine.Chain;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Searches the units' chains for heads that an auditor noted earlier. */
public final class ExpectedHeads {

    /** The position of the log record after which the chain had a head. */
    record Place(int partition, long offset) {}

    private final List<ExpectedHead> heads;
    private final Set<String> units = new TreeSet<>();
    private final Map<ExpectedHead, Place> found = new ConcurrentHashMap<>();

    public ExpectedHeads(List<ExpectedHead> heads) {
        this.heads = List.copyOf(heads);
        heads.forEach(head -> units.add(head.unit()));
    }

    /** Compares a unit's next chain head with the expected ones. */
    public void passed(StoredRecord record, String unit, ByteBuffer chain, long seqBefore, long seqAfter) {
        if (units.isEmpty() || !units.contains(unit)) {
            return;
        }
        String its = Chain.hex(chain);
        for (ExpectedHead head : heads) {
            if (head.unit().equals(unit) && head.is(its, seqBefore, seqAfter)) {
                found.putIfAbsent(head, new Place(record.partition(), record.offset()));
            }
        }
    }

    /** Returns the findings for each head. A head that occurs only beyond the decided records counts as not found. */
    public List<HeadFindings> findings(String log, List<Findings> partitions) {
        Map<Integer, Long> decided = new TreeMap<>();
        partitions.forEach(findings -> decided.put(findings.partition(), findings.confirmed()));
        List<HeadFindings> all = new ArrayList<>();
        for (ExpectedHead head : heads) {
            Place at = found.get(head);
            boolean there = at != null && at.offset() <= decided.getOrDefault(at.partition(), -1L);
            all.add(new HeadFindings(head, at == null ? null : log + "/" + at.partition() + "/" + at.offset(), there));
        }
        return all;
    }
}
