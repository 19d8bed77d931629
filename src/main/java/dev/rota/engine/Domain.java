package dev.rota.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** One scheduler as the house sees it: its topics, its tables, its rules. To register a domain is to name it once. */
public interface Domain {

    /** The first part of its topics' names. */
    String name();

    List<Input<?>> inputs();

    /** What it decides; {@link #rejections()} and {@link #checkpoints()} come by themselves. */
    List<Output<?>> decisions();

    List<TableType<?>> tables();

    /** The newest rules number that this code knows; it knows all from 1 on. */
    default int rules() {
        return 1;
    }

    /** A scheduler for one unit, deciding by the rules of that number. All that it keeps in fields is a cache. */
    Scheduler scheduler(int rules);

    /** The names of the settings that it has, without its own name in front. */
    default Set<String> settings() {
        return Set.of();
    }

    /** This domain with settings of {@link #settings()}; throws {@link IllegalArgumentException} with a sentence. */
    default Domain configured(SortedMap<String, String> settings) {
        return this;
    }

    /** How inputs are mapped to units, where a setting decides it; two mappings that place differently differ here. */
    default String mapping() {
        return "";
    }

    /**
     * The pages that a unit's scheduler shows of its state, from their name to their content type. A name is what stands
     * at the end of an address, such as {@code status.json}.
     */
    default SortedMap<String, String> pages() {
        return Collections.emptySortedMap();
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

    /** All that goes out, in a fixed order. */
    default List<Output<?>> outputs() {
        List<Output<?>> all = new ArrayList<>(decisions());
        all.add(rejections());
        all.add(checkpoints());
        return List.copyOf(all);
    }
}
