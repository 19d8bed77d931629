package dev.rota.serde;

import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/**
 * A cache of schemas by registry id that evicts the least recently used. It is bounded by the size of the schemas'
 * texts rather than by count: any client of the registry can register many large ones.
 */
public final class RecentSchemas {

    /** The limit on the texts in the cache. A parsed schema takes about twenty times the memory of its text. */
    private static final long TEXT_CHARS_MAX = 5_000_000;

    private final Map<Integer, Schema> schemas = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Integer, Integer> chars = new HashMap<>();
    private long total;

    public synchronized @Nullable Schema get(int id) {
        return schemas.get(id);
    }

    /** Adds a schema. Returns the ids evicted for it. */
    public synchronized List<Integer> put(int id, Schema schema) {
        int size = schema.toString().length();
        Integer before = chars.put(id, size);
        schemas.put(id, schema);
        total += size - (before == null ? 0 : before);
        List<Integer> forgotten = new ArrayList<>();
        for (int eldest : List.copyOf(schemas.keySet())) {
            if (total <= TEXT_CHARS_MAX || eldest == id) {
                break;
            }
            schemas.remove(eldest);
            Integer gone = chars.remove(eldest);
            total -= gone == null ? 0 : gone;
            forgotten.add(eldest);
        }
        return forgotten;
    }
}
