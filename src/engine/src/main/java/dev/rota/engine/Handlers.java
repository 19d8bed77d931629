package dev.rota.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * The handlers of a scheduler for each kind of event and timer: the table of contents of its rules.
 *
 * <pre>{@code
 * return Handlers.of()
 *         .on(DeskRequest.class, this::request)
 *         .on(DeskEvent.class, DeskReturned.class, this::returned)
 *         .timer(DUE, this::due);
 * }</pre>
 *
 * <p>Each type of record that the domain's inputs can carry needs a handler; {@link #missing} finds those without one.
 */
public final class Handlers {

    /** The field of an input's record that is a union of the kinds of its events. */
    private static final String EVENT = "event";

    private final Map<Class<?>, BiConsumer<Step, SpecificRecord>> records = new LinkedHashMap<>();
    private final Map<Class<?>, Map<Class<?>, MemberHandler<SpecificRecord, SpecificRecord>>> members =
            new LinkedHashMap<>();
    private final Map<Integer, BiConsumer<Step, DueTimers>> timers = new LinkedHashMap<>();

    private Consumer<Step> before = step -> {};
    private Consumer<Step> after = step -> {};

    /** Handles one kind of event of a record whose field {@code event} is a union. */
    @FunctionalInterface
    public interface MemberHandler<R, E> {

        /**
         * Decides on an event.
         *
         * @param record the record of the input's topic
         * @param event the value of its field {@code event}
         */
        void handle(Step step, R record, E event);
    }

    private Handlers() {}

    public static Handlers of() {
        return new Handlers();
    }

    /** Adds the handler of all records of a type. */
    @SuppressWarnings("unchecked") // it only gets records of its type
    public <R extends SpecificRecord> Handlers on(Class<R> type, BiConsumer<Step, R> handler) {
        BiConsumer<Step, SpecificRecord> earlier = records.put(type, (BiConsumer<Step, SpecificRecord>) handler);
        if (earlier != null || members.containsKey(type)) {
            throw new IllegalStateException("expected one handler of " + type.getSimpleName() + ", but there are two");
        }
        return this;
    }

    /** Adds the handler of the records of a type whose field {@code event} is of type {@code event}. */
    @SuppressWarnings("unchecked") // it only gets records and events of its types
    public <R extends SpecificRecord, E extends SpecificRecord> Handlers on(
            Class<R> type, Class<E> event, MemberHandler<R, E> handler) {
        Object earlier = members.computeIfAbsent(type, none -> new LinkedHashMap<>())
                .put(event, (MemberHandler<SpecificRecord, SpecificRecord>) handler);
        if (earlier != null || records.containsKey(type)) {
            throw new IllegalStateException("expected one handler of " + event.getSimpleName() + " in "
                    + type.getSimpleName() + ", but there are two");
        }
        return this;
    }

    /** Adds the handler of each timer of a type. */
    public <T> Handlers timer(TimerType<T> type, BiConsumer<Step, T> handler) {
        if (type.isOfUnit()) {
            throw new IllegalStateException(
                    "expected a handler of a step alone for timers of kind " + type.kind() + ", which have no subject");
        }
        return timers((step, due) -> due.of(type).forEach(subject -> handler.accept(step, subject)), type);
    }

    /** Adds the handler of a type whose timer is the whole unit's. */
    public Handlers timer(TimerType<Void> type, Consumer<Step> handler) {
        return timers((step, due) -> handler.accept(step), type);
    }

    /** Adds a handler that takes all timers of these types that fire together in one call. */
    public Handlers timers(BiConsumer<Step, DueTimers> handler, TimerType<?>... types) {
        for (TimerType<?> type : types) {
            if (timers.put(type.kind(), handler) != null) {
                throw new IllegalStateException(
                        "expected one handler of the timers of kind " + type.kind() + ", but there are two");
            }
        }
        return this;
    }

    /** Adds code that runs before the handlers of each step. */
    public Handlers before(Consumer<Step> first) {
        before = first;
        return this;
    }

    /** Adds code that runs after the handlers of each step. */
    public Handlers after(Consumer<Step> last) {
        after = last;
        return this;
    }

    /** Decides on one event. */
    public void event(Step step, SpecificRecord event) {
        before.accept(step);
        handle(step, event);
        after.accept(step);
    }

    private void handle(Step step, SpecificRecord event) {
        BiConsumer<Step, SpecificRecord> whole = records.get(event.getClass());
        if (whole != null) {
            whole.accept(step, event);
            return;
        }
        Map<Class<?>, MemberHandler<SpecificRecord, SpecificRecord>> kinds = members.get(event.getClass());
        Object member = kinds == null
                ? null
                : event.get(event.getSchema().getField(EVENT).pos());
        MemberHandler<SpecificRecord, SpecificRecord> handler =
                kinds == null || member == null ? null : kinds.get(member.getClass());
        if (handler == null || !(member instanceof SpecificRecord kind)) {
            throw new IllegalStateException("expected a record that has a handler, but it is a "
                    + event.getSchema().getFullName());
        }
        handler.handle(step, event, kind);
    }

    /**
     * Handles all timers, plain and attended, that fire together: handler by handler, in the order of the first key of
     * each.
     */
    public void timers(Step step, List<Key> due) {
        Map<BiConsumer<Step, DueTimers>, List<Key>> shares = new LinkedHashMap<>();
        for (Key key : due) {
            shares.computeIfAbsent(handler(key), none -> new ArrayList<>()).add(key);
        }
        before.accept(step);
        shares.forEach((handler, keys) -> handler.accept(step, new DueTimers(keys)));
        after.accept(step);
    }

    /** Throws if timers of the kind of this key have no handler. */
    public void require(Key key) {
        var unused = handler(key);
    }

    private BiConsumer<Step, DueTimers> handler(Key key) {
        BiConsumer<Step, DueTimers> handler =
                key.bytes().length == 0 ? null : timers.get(key.read().kind());
        if (handler == null) {
            throw new IllegalStateException("expected a timer of a kind that has a handler, but its key is " + key);
        }
        return handler;
    }

    /** Returns the schemas of what the field {@code event} of such a record can contain, or none without that field. */
    public static List<Schema> kinds(Schema schema) {
        Schema.Field event = schema.getField(EVENT);
        if (event == null) {
            return List.of();
        }
        return event.schema().isUnion() ? event.schema().getTypes() : List.of(event.schema());
    }

    /** Returns the types of records, and of what their field {@code event} contains, that have a handler. */
    public List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>(records.keySet());
        members.forEach((type, kinds) -> {
            types.add(type);
            types.addAll(kinds.keySet());
        });
        return types;
    }

    /** Returns the names of the types that an input of this schema can carry and that have no handler. */
    public List<String> missing(Class<?> type, Schema schema) {
        if (records.containsKey(type)) {
            return List.of();
        }
        Map<Class<?>, ?> handled = members.get(type);
        if (handled == null || schema.getField(EVENT) == null) {
            return List.of(schema.getName());
        }
        List<String> names = handled.keySet().stream().map(Class::getName).toList();
        return kinds(schema).stream()
                .map(Schema::getFullName)
                .filter(name -> !names.contains(name))
                .toList();
    }
}
