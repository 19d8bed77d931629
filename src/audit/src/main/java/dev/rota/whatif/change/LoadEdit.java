package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Subjects;
import dev.rota.workload.whatif.Vocabulary;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/** Makes each request several times, under ids of their own. A copy is withdrawn or changed when its original is. */
final class LoadEdit extends Edit {

    private final Vocabulary vocabulary;
    private final int more;
    private final int before;
    private final long to;

    /** The requests that have been copied. */
    private final Subjects copied = new Subjects();

    /** @param before the number of copies, and originals, that changes before this one have made */
    LoadEdit(long from, long to, Vocabulary vocabulary, int more, int before) {
        super(from);
        this.vocabulary = vocabulary;
        this.more = more;
        this.before = before;
        this.to = to;
    }

    @Override
    int copies(long time) {
        return time >= from() && time <= to ? more + 1 : 1;
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        on.accept(event);
        String key = vocabulary.key(event.value());
        boolean again = vocabulary.isWithdrawal(event.value()) ? copied.find(key) >= 0 : event.time() <= to;
        for (int i = 1; i <= more && again; i++) {
            SpecificRecord copy = vocabulary.copyOfRequest(event.value(), "~" + (before + i));
            if (copy == null) {
                return;
            }
            copied.number(key);
            on.accept(event.with(copy));
        }
    }

    @Override
    @Nullable
    String unmet() {
        return more == 0 || copied.count() > 0 ? null : "expected requests in that time to repeat, but there are none";
    }
}
