package dev.rota.pages.index;

import dev.rota.engine.Checkpoint;
import dev.rota.engine.Nullable;
import dev.rota.engine.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** Finds the ids in a decision and the kind of the decision from its schema, without code for each domain. */
final class Mentions {

    private static final int DEPTH_MAX = 4;

    private static final int ID_CHARS_MAX = 512;

    /** The names of text fields that are not ids. */
    private static final Set<String> NO_IDS =
            new TreeSet<>(List.of("reason", "message", "digest", "hash", "parentHash", "version", "status"));

    /** The names of numeric fields that users search for. */
    private static final Set<String> NUMBERS =
            new TreeSet<>(List.of("para", "core", "block", "lease", "height", "epoch"));

    private final List<Mention> found = new ArrayList<>();

    private Mentions() {}

    static List<Mention> of(IndexedRecord decision, String unit) {
        if (decision instanceof Checkpoint || decision instanceof Rejection) {
            return List.of();
        }
        Mentions mentions = new Mentions();
        mentions.record(decision, unit, 0);
        return mentions.found.stream().distinct().toList();
    }

    /** Returns the symbol of the first enum field, or a rejection's reason, or an empty text if there is neither. */
    static String kind(IndexedRecord decision) {
        if (decision instanceof Rejection rejection) {
            return rejection.getReason();
        }
        for (Schema.Field field : decision.getSchema().getFields()) {
            if (field.schema().getType() == Schema.Type.ENUM) {
                return String.valueOf(decision.get(field.pos()));
            }
        }
        return "";
    }

    private void record(IndexedRecord record, String unit, int depth) {
        for (Schema.Field field : record.getSchema().getFields()) {
            value(field.name(), record.get(field.pos()), unit, depth);
        }
    }

    private void value(String name, @Nullable Object value, String unit, int depth) {
        if (found.size() >= Mention.MAX) {
            return;
        }
        if (value instanceof String text) {
            if (!text.isEmpty() && text.length() <= ID_CHARS_MAX && !text.equals(unit) && !NO_IDS.contains(name)) {
                found.add(new Mention(name, text));
            }
        } else if (value instanceof Number && NUMBERS.contains(name)) {
            found.add(new Mention(name, value.toString()));
        } else if (value instanceof IndexedRecord inner && depth < DEPTH_MAX) {
            record(inner, unit, depth + 1);
        } else if (value instanceof List<?> list && depth < DEPTH_MAX) {
            list.stream()
                    .limit(Mention.MAX)
                    .forEach(item -> value(item instanceof String ? one(name) : name, item, unit, depth + 1));
        }
    }

    /** Returns the singular of a field's name: {@code validator} for {@code validators}. */
    private static String one(String name) {
        return name.endsWith("s") ? name.substring(0, name.length() - 1) : name;
    }
}
