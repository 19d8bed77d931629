package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import java.util.Comparator;

/** What an operator may hold: the cohort, a bot or an instance, in this order. The cohort has no id. */
public record Held(Kind kind, String id) implements Comparable<Held> {

    /** In the order of reports; a row's key begins with the letter. */
    public enum Kind {
        COHORT('C'),
        BOT('B'),
        INSTANCE('I');

        private final int letter;

        Kind(int letter) {
            this.letter = letter;
        }
    }

    /** The whole cohort. */
    public static final Held COHORT = new Held(Kind.COHORT, "");

    private static final Comparator<Held> ORDER =
            Comparator.comparing(Held::kind).thenComparing(Held::id, Ids.BY_BYTES);

    /** What an event names: a bot, an instance, or neither. */
    public static Held of(@Nullable String bot, @Nullable String instance) {
        return bot != null ? bot(bot) : instance != null ? instance(instance) : COHORT;
    }

    /** A bot, in each of its sessions. */
    public static Held bot(String id) {
        return new Held(Kind.BOT, id);
    }

    /** An instance. */
    public static Held instance(String name) {
        return new Held(Kind.INSTANCE, name);
    }

    static Held of(Key key) {
        Key.Reader reader = key.read();
        int letter = reader.kind();
        for (Kind kind : Kind.values()) {
            if (kind.letter == letter) {
                return new Held(kind, reader.text());
            }
        }
        throw new IllegalStateException("expected a hold's key, but it begins with " + letter);
    }

    Key key() {
        return Key.of().kind(kind.letter).text(id).end();
    }

    /** The id of the bot; null if it is none. */
    public @Nullable String bot() {
        return kind == Kind.BOT ? id : null;
    }

    /** The name of the instance; null if it is none. */
    public @Nullable String instance() {
        return kind == Kind.INSTANCE ? id : null;
    }

    /** Its name for people. */
    public String name() {
        return switch (kind) {
            case COHORT -> "the cohort";
            case BOT -> "bot " + id;
            case INSTANCE -> "instance " + id;
        };
    }

    @Override
    public int compareTo(Held other) {
        return ORDER.compare(this, other);
    }
}
