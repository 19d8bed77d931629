package dev.rota.audit.inputs;

import dev.rota.audit.evidence.Buffers;
import dev.rota.audit.evidence.Evidence;
import dev.rota.audit.findings.UnattributedRecords;
import dev.rota.engine.log.Source;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The input partitions that log records refer to, opened on first use. */
public final class SharedInputs implements AutoCloseable {

    private final Evidence evidence;
    private final UnattributedRecords unattributed;
    private final Buffers buffers;
    private final Map<String, SharedInput> inputs = new ConcurrentHashMap<>();

    public SharedInputs(Evidence evidence, UnattributedRecords unattributed, Buffers buffers) {
        this.evidence = evidence;
        this.unattributed = unattributed;
        this.buffers = buffers;
    }

    /** @param adopted whether the topic's records are adopted */
    SharedInput of(Source source, boolean adopted) {
        return inputs.computeIfAbsent(
                source.topic() + "/" + source.partition(),
                key -> new SharedInput(evidence, source.topic(), source.partition(), adopted, unattributed, buffers));
    }

    @Override
    public void close() {
        inputs.values().forEach(SharedInput::close);
    }
}
