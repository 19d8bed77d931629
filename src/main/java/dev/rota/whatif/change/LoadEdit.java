package dev.rota.whatif.change;

import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Makes each request several times, under ids of their own. */
final class LoadEdit extends Edit {

    private final Vocabulary vocabulary;
    private final int times;
    private final long to;

    LoadEdit(long from, long to, Vocabulary vocabulary, int times) {
        super(from);
        this.vocabulary = vocabulary;
        this.times = times;
        this.to = to;
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        on.accept(event);
        for (int i = 2; i <= times && event.time() <= to; i++) {
            SpecificRecord copy = vocabulary.copyOfRequest(event.value(), "~" + i);
            if (copy == null) {
                return;
            }
            on.accept(event.with(copy));
        }
    }
}
