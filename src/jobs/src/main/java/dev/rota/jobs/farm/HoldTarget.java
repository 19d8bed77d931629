package dev.rota.jobs.farm;

import dev.rota.engine.Ids;
import dev.rota.engine.Key;
import dev.rota.engine.Nullable;
import java.util.Comparator;

/** What an operator may hold: the cohort, a bot or an instance, in this order. The cohort has no id. */
public record HoldTarget(Kind kind, String id) implements Comparable<HoldTarget> {

    /** The kinds of targets, in the order of reports; the key of a row begins with the letter. */
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
    public static final HoldTarget COHORT = new HoldTarget(Kind.COHORT, "");

    private static final Comparator<HoldTarget> ORDER =
            Comparator.comparing(HoldTarget::kind).thenComparing(HoldTarget::id, Ids.BY_BYTES);

    /** Returns the target that an event names: a bot, an instance, or the cohort if it names neither. */
    public static HoldTarget of(@Nullable String bot, @Nullable String instance) {
        return bot != null ? bot(bot) : instance != null ? instance(instance) : COHORT;
    }

    /** Returns a bot, in each of its sessions. */
    public static HoldTarget bot(String id) {
        return new HoldTarget(Kind.BOT, id);
    }

    /** An instance. */
    public static HoldTarget instance(String name) {
        return new HoldTarget(Kind.INSTANCE, name);
    }

    static HoldTarget of(Key key) {
        Key.Reader reader = key.read();
        int letter = reader.kind();
        for (Kind kind : Kind.values()) {
            if (kind.letter == letter) {
                return new HoldTarget(kind, reader.text());
            }
        }
        throw new IllegalStateException("expected a hold's key, but it begins with " + letter);
    }

    Key key() {
        return Key.of().kind(kind.letter).text(id).end();
    }

    /** Returns the id of the bot, or null if the target is not a bot. */
    public @Nullable String bot() {
        return kind == Kind.BOT ? id : null;
    }

    /** Returns the name of the instance, or null if the target is not an instance. */
    public @Nullable String instance() {
        return kind == Kind.INSTANCE ? id : null;
    }

    /** Returns the name for people. */
    public String name() {
        return switch (kind) {
            case COHORT -> "the cohort";
            case BOT -> "bot " + id;
            case INSTANCE -> "instance " + id;
        };
    }

    @Override
    public int compareTo(HoldTarget other) {
        return ORDER.compare(this, other);
    }
}
