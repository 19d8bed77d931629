package dev.rota.whatif.change;

import dev.rota.engine.Nullable;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.Vocabulary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;

/**
 * Lets parties leave: one by name, or several of the kind of one, those first that were heard last. If too few are there,
 * the next ones of the kind that come do not.
 */
final class FewerParties extends Edit {

    private final Vocabulary vocabulary;
    private final String like;
    private final int fewer;
    private final boolean byName;

    /** The last event of each party that is there. */
    private final Map<String, Happening> last = new TreeMap<>();

    private final Set<String> gone = new TreeSet<>();
    private boolean isMade;

    private FewerParties(long from, Vocabulary vocabulary, String like, int fewer, boolean byName) {
        super(from);
        this.vocabulary = vocabulary;
        this.like = like;
        this.fewer = fewer;
        this.byName = byName;
    }

    static FewerParties named(long from, Vocabulary vocabulary, String name) {
        return new FewerParties(from, vocabulary, name, 1, true);
    }

    static FewerParties like(long from, Vocabulary vocabulary, String like, int fewer) {
        return new FewerParties(from, vocabulary, like, fewer, false);
    }

    @Override
    void past(Happening event) {
        String party = vocabulary.party(event.value());
        if (party != null) {
            if (vocabulary.kind(event.value()) == null) {
                last.remove(party);
            } else {
                last.put(party, event);
            }
        }
    }

    @Override
    void begin(long time, Consumer<Happening> on) {
        if (byName) {
            leave(like, time, on);
            return;
        }
        List<String> present = last.entrySet().stream()
                .filter(each -> isMeant(each.getValue()))
                .sorted(Comparator.comparingLong((Map.Entry<String, Happening> its) ->
                                its.getValue().time())
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(fewer)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        present.forEach(party -> leave(party, time, on));
    }

    /** Lets a party leave if it is there, and keeps it from coming. */
    private void leave(String party, long time, Consumer<Happening> on) {
        gone.add(party);
        Happening latest = last.get(party);
        isMade |= latest != null;
        SpecificRecord leaving = latest == null ? null : vocabulary.leaving(latest.value());
        if (latest != null && leaving != null) {
            on.accept(new Happening(time, latest.topic(), leaving, false));
        }
    }

    /** Returns whether an event presents a party of the kind that is meant, as far as that is known. */
    private boolean isMeant(Happening event) {
        if (like.equals(vocabulary.party(event.value()))) {
            return vocabulary.kind(event.value()) != null;
        }
        Happening model = last.get(like);
        String kind = model == null ? null : vocabulary.kind(model.value());
        return kind != null && kind.equals(vocabulary.kind(event.value()));
    }

    @Override
    void change(Happening event, Consumer<Happening> on) {
        String party = vocabulary.party(event.value());
        if (party != null && !byName && gone.size() < fewer && isMeant(event)) {
            // not enough of them were there when the change began
            leave(party, event.time(), on);
        }
        if (party == null || !gone.contains(party)) {
            on.accept(event);
        } else {
            isMade = true;
        }
    }

    @Override
    @Nullable
    String unmet() {
        return isMade
                ? null
                : "expected '" + like + "' " + (byName ? "in the record" : "in the record for others like it to leave")
                        + ", but there is none";
    }
}
