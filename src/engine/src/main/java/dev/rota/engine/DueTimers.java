package dev.rota.engine;

import java.util.List;

/** The timers that fire together and have the same handler. */
public final class DueTimers {

    private final List<Key> keys;

    DueTimers(List<Key> keys) {
        this.keys = keys;
    }

    /** Returns whether a timer of this type is due. */
    public boolean has(TimerType<?> type) {
        return keys.stream().anyMatch(key -> isOf(type, key));
    }

    /** Returns the subjects of the due timers of a type, in the order of their keys. */
    public <T> List<T> of(TimerType<T> type) {
        return keys.stream().filter(key -> isOf(type, key)).map(type::subject).toList();
    }

    /** Returns the keys of the timers, in order. */
    public List<Key> keys() {
        return keys;
    }

    private static boolean isOf(TimerType<?> type, Key key) {
        return key.read().kind() == type.kind();
    }
}
