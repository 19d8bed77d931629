package dev.rota.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/**
 * One kind of scheduler: its topics, tables and rules. Five methods are required; what it shows of itself is in {@link
 * DomainView}, and optional.
 */
public interface Domain extends DomainView {

    /** Returns the domain's name, which is also the first part of its topics' names. */
    @Override
    String name();

    List<Input<?>> inputs();

    /**
     * Returns the decision topics, without {@link #rejections()} and {@link #checkpoints()}, which every domain has.
     */
    List<Output<?>> decisions();

    List<TableType<?>> tables();

    /**
     * Returns the number of the format in which this build writes the rows of {@link #tables()}. A build that changes
     * their schemas, keys or meaning increases it; src/engine/README.md describes how.
     */
    default int rowFormat() {
        return 1;
    }

    /**
     * Returns the oldest row format that this build can read by Avro's schema resolution. Rows of an older format are
     * rebuilt from the log.
     */
    default int oldestRowFormat() {
        return 1;
    }

    /**
     * Returns the newest rules number that this build implements; it implements all from 1 on. A log is decided by the
     * number announced in it last. An input or output whose schema changed with the newest rules declares the older
     * schema for the older rules: {@link Input#until}, {@link Output#until}.
     */
    default int rules() {
        return 1;
    }

    /** Returns the reasons with which its schedulers reject events. A step that rejects with another reason fails. */
    default List<? extends Reason> reasons() {
        return List.of();
    }

    /** Creates a scheduler for one unit that decides by the given rules. Its fields may only hold caches. */
    Scheduler scheduler(int rules);

    /**
     * Returns the limit on one step's outputs before it continues in a following step. What a following step emits
     * waits in rows, which doubles its cost; a domain whose units hold that much in memory anyway may raise the limit.
     */
    default int stepOutputBytesMax() {
        return Limits.STEP_OUTPUT_BYTES_MAX;
    }

    /** Returns the names of the domain's settings, without the domain's name as prefix. */
    default Set<String> settings() {
        return Set.of();
    }

    /**
     * Returns this domain with values for its {@link #settings()}.
     * @throws IllegalArgumentException with a sentence if a value is invalid
     */
    default Domain configured(SortedMap<String, String> settings) {
        return this;
    }

    /**
     * Returns this domain with caches sized for a heap of {@code bytes}, except those whose size is set by its {@link
     * #settings()}.
     */
    default Domain withHeap(long bytes) {
        return this;
    }

    /** Returns whether settings determine the mapping of inputs to units; if so, {@link #mapping} identifies it. */
    default boolean mapsBySettings() {
        return !settings().isEmpty();
    }

    /**
     * Returns an identifier of the mapping of inputs to units if settings determine it. Mappings that differ in effect
     * have different identifiers.
     */
    default String mapping() {
        return "";
    }

    /** Returns how records of other topics become events of this domain, or null if it adopts none. */
    default @Nullable Adoption adoption() {
        return null;
    }

    default Output<Rejection> rejections() {
        return Output.of(name() + ".rejections", Rejection.class);
    }

    default Output<Checkpoint> checkpoints() {
        return Output.of(name() + ".checkpoints", Checkpoint.class);
    }

    default String log() {
        return name() + ".log";
    }

    /** Returns all output topics, in a fixed order. */
    default List<Output<?>> outputs() {
        List<Output<?>> all = new ArrayList<>(decisions());
        all.add(rejections());
        all.add(checkpoints());
        return List.copyOf(all);
    }
}
