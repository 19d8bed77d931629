package dev.rota.stream.meters;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/**
 * Finds the symbols of enums in decisions: what kind of claim event, why a core was freed. They say what happens in a
 * domain without a line for each, and there are only so many of them.
 */
final class SymbolCounts {

    /** An enum field of a record, or of the records in its list {@code list}. */
    private record Place(String name, int list, int field) {
        private static final int NO_LIST = -1;
    }

    private final Map<Schema, List<Place>> places = new ConcurrentHashMap<>();

    /** @param found takes each field's name, such as {@code freed.reason}, with a symbol */
    void each(IndexedRecord decision, BiConsumer<String, String> found) {
        for (Place place : places.computeIfAbsent(decision.getSchema(), SymbolCounts::places)) {
            if (place.list() == Place.NO_LIST) {
                take(place, decision, found);
            } else {
                for (Object one : (List<?>) decision.get(place.list())) {
                    take(place, (IndexedRecord) one, found);
                }
            }
        }
    }

    private static void take(Place place, IndexedRecord record, BiConsumer<String, String> found) {
        Object symbol = record.get(place.field());
        if (symbol != null) {
            found.accept(place.name(), symbol.toString());
        }
    }

    private static List<Place> places(Schema schema) {
        List<Place> places = new ArrayList<>();
        for (Schema.Field field : schema.getFields()) {
            Schema type = field.schema();
            if (isEnum(type)) {
                places.add(new Place(field.name(), Place.NO_LIST, field.pos()));
            } else if (type.getType() == Schema.Type.ARRAY
                    && type.getElementType().getType() == Schema.Type.RECORD) {
                type.getElementType().getFields().stream()
                        .filter(inner -> isEnum(inner.schema()))
                        .forEach(inner ->
                                places.add(new Place(field.name() + "." + inner.name(), field.pos(), inner.pos())));
            }
        }
        return places;
    }

    private static boolean isEnum(Schema schema) {
        return schema.getType() == Schema.Type.ENUM
                || (schema.isUnion()
                        && schema.getTypes().stream().anyMatch(type -> type.getType() == Schema.Type.ENUM));
    }
}
