package dev.rota.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;

/**
 * A registry's content: schemas by id, versions by subject, compatibility levels. It changes only through {@link
 * Entry}s, so a journal of them is complete.
 */
final class Subjects {

    /** A change. An entry replaces earlier ones with the same key. */
    sealed interface Entry {}

    /** Whether a version is active, soft-deleted or permanently deleted. */
    enum State {
        SHOWN,
        HIDDEN,
        GONE
    }

    /** A version of a subject. Ids are never reused: a deleted version keeps its id for existing records. */
    record Version(String subject, int version, int id, String schema, State state) implements Entry {

        boolean visible(boolean hiddenToo) {
            return state == State.SHOWN || (hiddenToo && state == State.HIDDEN);
        }

        Version as(State other) {
            return new Version(subject, version, id, schema, other);
        }
    }

    /** A compatibility level; the subject "" is the global default, and an empty level means none. */
    record Level(String subject, String level) implements Entry {}

    private final SortedMap<String, SortedMap<Integer, Version>> versions = new TreeMap<>();
    private final SortedMap<Integer, String> schemas = new TreeMap<>();
    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private final SortedMap<String, Compatibility> levels = new TreeMap<>();

    void apply(Entry entry) throws RegistryError {
        if (entry instanceof Version version) {
            versions.computeIfAbsent(version.subject(), subject -> new TreeMap<>())
                    .put(version.version(), version);
            schemas.put(version.id(), version.schema());
            ids.put(version.schema(), version.id());
        } else if (entry instanceof Level level) {
            if (level.level().isEmpty()) {
                levels.remove(level.subject());
            } else {
                levels.put(level.subject(), Compatibility.named(level.level()));
            }
        }
    }

    List<String> subjects(String prefix, boolean deletedToo) {
        return versions.keySet().stream()
                .filter(subject -> subject.startsWith(prefix))
                .filter(subject -> !versions(subject, deletedToo).isEmpty())
                .toList();
    }

    /** A subject's versions in order; empty if it does not exist. */
    List<Version> versions(String subject, boolean deletedToo) {
        return all(subject).values().stream()
                .filter(version -> version.visible(deletedToo))
                .toList();
    }

    Optional<Version> version(String subject, Schema schema, boolean deletedToo) {
        String text = schema.toString();
        return versions(subject, deletedToo).stream()
                .filter(version -> version.schema().equals(text))
                .reduce((earlier, later) -> later);
    }

    Optional<String> schema(int id) {
        return Optional.ofNullable(schemas.get(id));
    }

    List<Version> versionsOf(int id) {
        List<Version> found = new ArrayList<>();
        versions.values()
                .forEach(all -> all.values().stream()
                        .filter(version -> version.id() == id && version.visible(false))
                        .forEach(found::add));
        return found;
    }

    /** The version that a schema would become, with the id that this schema has under other subjects. */
    Version next(String subject, Schema schema) {
        String text = schema.toString();
        SortedMap<Integer, Version> all = all(subject);
        Integer known = ids.get(text);
        int id = known != null ? known : schemas.isEmpty() ? 1 : schemas.lastKey() + 1;
        return new Version(subject, all.isEmpty() ? 1 : all.lastKey() + 1, id, text, State.SHOWN);
    }

    List<String> objections(Compatibility level, Schema added, List<Version> before) {
        return level.objections(
                added,
                before.stream()
                        .map(version -> new Schema.Parser().parse(version.schema()))
                        .toList());
    }

    Optional<Compatibility> levelOf(String subject) {
        return Optional.ofNullable(levels.get(subject));
    }

    /** The compatibility level in force for a subject. */
    Compatibility level(String subject) {
        return levelOf(subject).or(() -> levelOf("")).orElse(Compatibility.BACKWARD);
    }

    private SortedMap<Integer, Version> all(String subject) {
        return versions.getOrDefault(subject, new TreeMap<>());
    }
}
