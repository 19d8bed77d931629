package dev.rota.engine;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A kind of timer of a domain, which writes and reads the keys of its timers. A key begins with one byte that tells the
 * kinds of a domain's timers apart. Timers that fire together are in the order of their keys. The bytes of a key never
 * change: timers outlive builds.
 *
 * @param <T> the subject of a timer, such as the id of a bot
 */
public final class TimerType<T> {

    private final int kind;
    private final boolean ofUnit;
    private final BiConsumer<Key.Builder, T> writer;
    private final Function<Key.Reader, T> reader;

    private TimerType(int kind, boolean ofUnit, BiConsumer<Key.Builder, T> writer, Function<Key.Reader, T> reader) {
        if (kind < 0 || kind > 255) {
            throw new IllegalArgumentException("expected the kind of a timer in 0..255, but it is " + kind);
        }
        this.kind = kind;
        this.ofUnit = ofUnit;
        this.writer = writer;
        this.reader = reader;
    }

    /**
     * Creates a type of timers with a subject.
     *
     * @param kind the first byte of the keys
     * @param writer appends the rest of the key
     * @param reader reads what {@code writer} appended
     */
    public static <T> TimerType<T> of(int kind, BiConsumer<Key.Builder, T> writer, Function<Key.Reader, T> reader) {
        return new TimerType<>(kind, false, writer, reader);
    }

    /** Creates a type of timers whose subject is an id. */
    public static TimerType<String> ofId(int kind) {
        return of(kind, Key.Builder::text, Key.Reader::text);
    }

    /** Creates a type whose timer is the whole unit's. Its key is {@link #key()}. */
    public static TimerType<Void> ofUnit(int kind) {
        return new TimerType<>(kind, true, (key, none) -> {}, key -> {
            throw new IllegalStateException("expected timers with a subject, but those of kind " + kind + " have none");
        });
    }

    /** Returns the key of the whole unit's timer. */
    public Key key() {
        if (!ofUnit) {
            throw new IllegalStateException(
                    "expected a timer without a subject, but those of kind " + kind + " have one");
        }
        return Key.of().kind(kind).end();
    }

    /** Returns the key of the timer of {@code subject}. */
    public Key key(T subject) {
        Key.Builder key = Key.of().kind(kind);
        writer.accept(key, subject);
        return key.end();
    }

    /** Returns the subject of the timer with this key. */
    T subject(Key key) {
        Key.Reader rest = key.read();
        rest.kind();
        return reader.apply(rest);
    }

    /** Returns whether the timer is the whole unit's. */
    boolean isOfUnit() {
        return ofUnit;
    }

    int kind() {
        return kind;
    }
}
