package dev.rota.stream.meters;

import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Output;
import dev.rota.engine.Rejection;
import dev.rota.engine.machine.PartitionMachine.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** A scheduler's metrics: records read, decisions, rejections, rows. */
public final class DecisionMeter {

    private final MeterRegistry metrics;
    private final Domain domain;
    private final Map<Outcome, Counter> records = new EnumMap<>(Outcome.class);
    private final Map<String, Counter> decisions = new TreeMap<>();
    private final SymbolCounts symbols = new SymbolCounts(this::symbols);
    private final Counter foreign;
    private final Counter rowsWritten;
    private final Counter rowsRead;

    public DecisionMeter(MeterRegistry metrics, Domain domain) {
        this.metrics = metrics;
        this.domain = domain;
        for (Outcome outcome : Outcome.values()) {
            records.put(outcome, records(outcome.name()));
        }
        foreign = records("FOREIGN");
        rowsWritten = rows("rota.rows.written", "Rows written to the store and its changelog");
        rowsRead = rows("rota.rows.read", "Single rows looked up in the store");
        for (Output<?> output : domain.outputs()) {
            decisions.put(
                    output.topic(),
                    Counter.builder("rota.decisions")
                            .description("Records that a scheduler emitted")
                            .tag("domain", domain.name())
                            .tag("topic", output.topic())
                            .register(metrics));
        }
    }

    public void handled(Outcome outcome) {
        records.getOrDefault(outcome, foreign).increment();
    }

    public void foreign() {
        foreign.increment();
    }

    public void decided(Decision decision) {
        Counter counter = decisions.get(decision.output().topic());
        if (counter != null) {
            counter.increment();
        }
        symbols.count(decision.output().topic(), decision.value());
        if (decision.value() instanceof Rejection rejection) {
            Counter.builder("rota.rejections")
                    .description("Inputs and events that were not accepted")
                    .tag("domain", domain.name())
                    .tag("reason", rejection.getReason())
                    .register(metrics)
                    .increment();
        }
    }

    public void rows(long written, long read) {
        rowsWritten.increment((double) written);
        rowsRead.increment((double) read);
    }

    private Counter symbols(String topic, String field, String symbol) {
        return Counter.builder("rota.decision.symbols")
                .description("How often a symbol of an enum field was emitted")
                .tag("domain", domain.name())
                .tag("topic", topic)
                .tag("field", field)
                .tag("symbol", symbol)
                .register(metrics);
    }

    private Counter rows(String name, String description) {
        return Counter.builder(name)
                .description(description)
                .tag("domain", domain.name())
                .register(metrics);
    }

    private Counter records(String outcome) {
        return Counter.builder("rota.log.records")
                .description("Log records that a scheduler read")
                .tag("domain", domain.name())
                .tag("outcome", outcome)
                .register(metrics);
    }
}
