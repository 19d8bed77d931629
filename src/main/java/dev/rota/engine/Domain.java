package dev.rota.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.apache.avro.specific.SpecificRecord;

/** One kind of scheduler: its topics, tables and rules. */
public interface Domain {

    /** The domain's name, which is also the first part of its topics' names. */
    String name();

    List<Input<?>> inputs();

    /** Its decision topics, without {@link #rejections()} and {@link #checkpoints()}, which every domain has. */
    List<Output<?>> decisions();

    List<TableType<?>> tables();

    /**
     * The number of the format in which this build writes the rows of {@link #tables()}. A build that changes their
     * schemas, keys or meaning increases it; how, says CONTRIBUTING.
     */
    default int rowFormat() {
        return 1;
    }

    /**
     * The oldest row format that this build can read, by Avro's schema resolution. Rows of an older one are rebuilt
     * from the log.
     */
    default int oldestRowFormat() {
        return 1;
    }

    /**
     * The newest rules number that this build implements; it implements all from 1 on. A log decides by the number that
     * was announced in it last. An input or output whose schema the newest rules changed has its older one for the
     * others: {@link Input#until}, {@link Output#until}.
     */
    default int rules() {
        return 1;
    }

    /**
     * Creates a scheduler for one unit that decides by the given rules. Whatever it keeps in fields must be a cache.
     */
    Scheduler scheduler(int rules);

    /**
     * Outputs of one step before it continues in a following one. What is left to a following step waits in rows, which
     * cost as much again; so a domain whose units have as much in memory anyway may allow more than others.
     */
    default int stepOutputBytesMax() {
        return Limits.STEP_OUTPUT_BYTES_MAX;
    }

    /** The names of its settings, without the domain's name as prefix. */
    default Set<String> settings() {
        return Set.of();
    }

    /**
     * This domain with values for its {@link #settings()}; throws {@link IllegalArgumentException} with a sentence if
     * a value is invalid.
     */
    default Domain configured(SortedMap<String, String> settings) {
        return this;
    }

    /**
     * This domain with caches for a process with so many bytes of heap, unless its {@link #settings()} say how large
     * they are.
     */
    default Domain withHeap(long bytes) {
        return this;
    }

    /** Whether its settings determine the mapping of inputs to units; if so, {@link #mapping} identifies it. */
    default boolean mapsBySettings() {
        return !settings().isEmpty();
    }

    /**
     * Identifies the mapping of inputs to units where settings determine it: mappings that differ in effect differ
     * here.
     */
    default String mapping() {
        return "";
    }

    /**
     * The pages that show a unit's state: name to content type. The name is the last part of the URL, such as {@code
     * status.json}; a part in braces, as in <code>workers/{worker}.json</code>, stands for any text. Pages whose names
     * end in {@code .gz} are the ones named before it, packed.
     */
    default SortedMap<String, String> pages() {
        return Collections.emptySortedMap();
    }

    /** What the operators of a unit watch; its schedulers read them. */
    default List<UnitGauge> gauges() {
        return List.of();
    }

    /** One of its decisions as a sentence for people, without full stop. */
    default String sentence(SpecificRecord decision) {
        return decision.getSchema().getName();
    }

    /** The kinds of subjects that it explains, such as {@code job}; empty if it explains nothing. */
    default List<String> subjects() {
        return List.of();
    }

    /**
     * Prepares the answer to a question about one unit; another unit needs another one. Each of {@link #subjects()} is
     * the name of a question.
     *
     * @throws IllegalArgumentException with a sentence if the question is unknown, or malformed
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

    /** All output topics, in a fixed order. */
    default List<Output<?>> outputs() {
        List<Output<?>> all = new ArrayList<>(decisions());
        all.add(rejections());
        all.add(checkpoints());
        return List.copyOf(all);
    }
}
