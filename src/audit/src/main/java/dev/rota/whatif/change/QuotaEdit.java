package dev.rota.whatif.change;

import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;

/** Sets a quota from a time on, in place of the recorded ones of the same name. */
final class QuotaEdit extends Edit {

    private final Vocabulary vocabulary;
    private final Happening quota;

    QuotaEdit(long from, Vocabulary vocabulary, Happening quota) {
        super(from);
        this.vocabulary = vocabulary;
        this.quota = quota;
    }

    @Override
    void begin(long time, Consumer<Happening> on) {
        on.accept(new Happening(time, quota.topic(), quota.value(), false));
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        boolean replaced = event.topic().equals(quota.topic())
                && vocabulary.key(event.value()).equals(vocabulary.key(quota.value()));
        if (!replaced) {
            on.accept(event);
        }
    }
}
