package dev.rota.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.apache.avro.specific.SpecificRecord;

/** One kind of scheduler: its topics, tables and rules. */
public interface Domain {

    /** Returns the domain's name, which is also the first part of its topics' names. */
    String name();

    List<Input<?>> inputs();

    /**
     * Returns the decision topics, without {@link #rejections()} and {@link #checkpoints()}, which every domain has.
     */
    List<Output<?>> decisions();

    List<TableType<?>> tables();

    /**
     * Returns the number of the format in which this build writes the rows of {@link #tables()}. A build that changes
     * their schemas, keys or meaning increases it; CONTRIBUTING describes how.
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

    /**
     * Returns the pages that show a unit's state: name to content type. The name is the last part of the URL, such as
     * {@code status.json}; a part in braces, as in <code>workers/{worker}.json</code>, stands for any text. A page
     * whose name ends in {@code .gz} is the compressed form of the page without that suffix.
     */
    default SortedMap<String, String> pages() {
        return Collections.emptySortedMap();
    }

    /** Returns the gauges of a unit, which its schedulers read and operators watch. */
    default List<UnitGauge> gauges() {
        return List.of();
    }

    /** Returns a sentence that describes one of the domain's decisions to people, without full stop. */
    default String sentence(SpecificRecord decision) {
        return decision.getSchema().getName();
    }

    /** Returns the kinds of subjects that the domain explains, such as {@code job}; empty if it explains nothing. */
    default List<String> subjects() {
        return List.of();
    }

    /**
     * Prepares the answer to a question about one unit; each unit needs its own. Each of {@link #subjects()} is the
     * name of a question.
     * @throws IllegalArgumentException with a sentence if the question is unknown or malformed
     */
    default Inquiry inquiry(Inquiry.Asked asked) {
        throw asked.subject().unknownTo(this);
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
