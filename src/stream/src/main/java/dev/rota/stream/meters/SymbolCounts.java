package dev.rota.stream.meters;

import dev.rota.engine.Nullable;
import io.micrometer.core.instrument.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Counts the symbols of enums in decisions, such as the kind of a claim event, or why a core was freed. They show what
 * happens in a domain without code of its own, and their number is bounded.
 */
final class SymbolCounts {

    /** Creates the counter of a symbol in a field, such as {@code freed.reason}, of a topic's records. */
    @FunctionalInterface
    interface Counters {
        Counter of(String topic, String field, String symbol);
    }

    /** An enum field of a record, or of the records in its list {@code list}. */
    private record Place(int list, int field, Map<String, Counter> counters) {
        private static final int NO_LIST = -1;
    }

    private final Counters counters;
    private final Map<Schema, List<Place>> places = new ConcurrentHashMap<>();

    SymbolCounts(Counters counters) {
        this.counters = counters;
    }

    void count(String topic, IndexedRecord decision) {
        for (Place place : places.computeIfAbsent(decision.getSchema(), schema -> places(topic, schema))) {
            if (place.list() == Place.NO_LIST) {
                count(place, decision.get(place.field()), 1);
            } else {
                countEach(place, (List<?>) decision.get(place.list()));
            }
        }
    }

    /** Counts equal symbols in a row as one: a schedule has hundreds of assignments, nearly all of one kind. */
    private static void countEach(Place place, List<?> records) {
        @Nullable Object symbol = null;
        int times = 0;
        for (Object one : records) {
            Object next = ((IndexedRecord) one).get(place.field());
            if (!Objects.equals(next, symbol)) {
                count(place, symbol, times);
                symbol = next;
                times = 0;
            }
            times++;
        }
        count(place, symbol, times);
    }

    private static void count(Place place, @Nullable Object symbol, int times) {
        Counter counter = symbol == null ? null : place.counters().get(symbol.toString());
        if (counter != null) {
            counter.increment(times);
        }
    }

    private List<Place> places(String topic, Schema schema) {
        List<Place> found = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            Schema type = field.schema();
            add(found, Place.NO_LIST, field, topic, field.name());
            if (type.getType() == Schema.Type.ARRAY && type.getElementType().getType() == Schema.Type.RECORD) {
                type.getElementType()
                        .getFields()
                        .forEach(inner -> add(found, field.pos(), inner, topic, field.name() + "." + inner.name()));
            }
        }
        return found;
    }

    private void add(List<Place> found, int list, Schema.Field field, String topic, String name) {
        Map<String, Counter> bySymbol = new HashMap<>();
        symbols(field.schema()).forEach(symbol -> bySymbol.put(symbol, counters.of(topic, name, symbol)));
        if (!bySymbol.isEmpty()) {
            found.add(new Place(list, field.pos(), bySymbol));
        }
    }

    /** Returns the symbols of an enum, or of the enum in a union. */
    private static List<String> symbols(Schema type) {
        return switch (type.getType()) {
            case ENUM -> type.getEnumSymbols();
            case UNION ->
                type.getTypes().stream().flatMap(each -> symbols(each).stream()).toList();
            default -> List.of();
        };
    }
}
