package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** Changes fields of the policy, in each policy from a time on. */
final class PolicyEdit extends Edit {

    private final Vocabulary vocabulary;
    private final String unit;
    private final UnaryOperator<SpecificRecord> fields;
    private @Nullable SpecificRecord last;

    PolicyEdit(long from, Vocabulary vocabulary, String unit, UnaryOperator<SpecificRecord> fields) {
        super(from);
        this.vocabulary = vocabulary;
        this.unit = unit;
        this.fields = fields;
    }

    @Override
    void past(Happening event) {
        boolean[] has = new boolean[1];
        vocabulary.withPolicy(event.value(), policy -> {
            has[0] = true;
            return policy;
        });
        last = has[0] ? event.value() : last;
    }

    @Override
    void begin(long time, Consumer<Happening> on) {
        Happening policy = vocabulary.policy(unit, last, fields);
        if (policy != null) {
            on.accept(new Happening(time, policy.topic(), policy.value(), false));
        }
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        on.accept(event.with(vocabulary.withPolicy(event.value(), fields)));
    }
}
