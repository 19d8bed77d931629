package dev.rota.engine;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * A kind of timer of a domain: how the keys of its timers are written and read. A key begins with one byte that tells
 * the kinds of a domain's timers apart. Timers that fire together are in the order of their keys. The bytes of a key
 * never change: timers outlive builds.
 *
 * @param <T> what one of the timers is about, such as the id of a bot
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
     * Creates a type of timers about something.
     *
     * @param kind the first byte of the keys
     * @param writer appends the rest of the key
     * @param reader reads what {@code writer} appended
     */
    public static <T> TimerType<T> of(int kind, BiConsumer<Key.Builder, T> writer, Function<Key.Reader, T> reader) {
        return new TimerType<>(kind, false, writer, reader);
    }

    /** Creates a type of timers about something that has an id. */
    public static TimerType<String> ofId(int kind) {
        return of(kind, Key.Builder::text, Key.Reader::text);
    }

    /** Creates a type whose timers are about the whole unit. Their key is {@link #key()}. */
    public static TimerType<Void> ofUnit(int kind) {
        return new TimerType<>(kind, true, (key, none) -> {}, key -> {
            throw new IllegalStateException(
                    "expected timers about something, but those of kind " + kind + " are about the unit");
        });
    }

    /** Returns the key of the timer about the whole unit. */
    public Key key() {
        if (!ofUnit) {
            throw new IllegalStateException("expected a timer about the unit, but those of kind " + kind + " are not");
        }
        return Key.of().kind(kind).end();
    }

    /** Returns the key of the timer about {@code subject}. */
    public Key key(T subject) {
        Key.Builder key = Key.of().kind(kind);
        writer.accept(key, subject);
        return key.end();
    }

    /** Returns what the timer with this key is about. */
    T subject(Key key) {
        Key.Reader rest = key.read();
        rest.kind();
        return reader.apply(rest);
    }

    /** Returns whether the timers are about the whole unit. */
    boolean isOfUnit() {
        return ofUnit;
    }

    int kind() {
        return kind;
    }
}
