package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;

/** Adds parties that come, change and go as a recorded one does. */
final class MoreParties extends Edit {

    private final Vocabulary vocabulary;
    private final String like;
    private final int more;

    /** The number of parties that changes before this one have added. */
    private final int before;

    private @Nullable Happening last;
    private boolean isMade;

    MoreParties(long from, Vocabulary vocabulary, String like, int more, int before) {
        super(from);
        this.vocabulary = vocabulary;
        this.like = like;
        this.more = more;
        this.before = before;
    }

    @Override
    void past(Happening event) {
        if (like.equals(vocabulary.party(event.value()))) {
            last = vocabulary.kind(event.value()) == null ? null : event;
        }
    }

    @Override
    void begin(long time, Consumer<Happening> on) {
        if (last != null) {
            // the recorded one is there already
            copy(new Happening(time, last.topic(), last.value(), false), on);
        }
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        on.accept(event);
        if (like.equals(vocabulary.party(event.value()))) {
            copy(event, on);
        }
    }

    @Override
    @Nullable
    String unmet() {
        return isMade
                ? null
                : "expected '" + like + "' in the record from then on, to have more like it, but there is none";
    }

    private void copy(Happening event, Consumer<Happening> on) {
        isMade = true;
        for (int i = 1; i <= more; i++) {
            on.accept(event.with(vocabulary.copyOfParty(event.value(), "~" + (before + i))));
        }
    }
}
