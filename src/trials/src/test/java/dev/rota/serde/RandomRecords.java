package dev.rota.serde;

import dev.rota.engine.Nullable;
import dev.rota.engine.schema.Avro;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/** Generates random records of any schema, with many extremes, empty collections and odd characters. */
public final class RandomRecords {

    private static final List<String> TEXTS =
            List.of("", "a", "null", "\"quoted\"\\", "line\nbreak\u2028\u0000\u001f", "žluťoučký \uD83D\uDC0E", "{}");

    /** The depth from which on arrays and maps are empty, since a type may contain itself. */
    private static final int DEPTH_MAX = 6;

    private final Random random;
    private int depth;

    public RandomRecords(long seed) {
        this.random = new Random(seed);
    }

    public SpecificRecord of(Schema schema) {
        SpecificRecord record = (SpecificRecord) Avro.DATA.newRecord(null, schema);
        schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
        return record;
    }

    private @Nullable Object value(Schema schema) {
        return switch (schema.getType()) {
            case RECORD -> of(schema);
            case ENUM ->
                Avro.DATA.createEnum(
                        schema.getEnumSymbols()
                                .get(random.nextInt(schema.getEnumSymbols().size())),
                        schema);
            case ARRAY -> items(schema.getElementType());
            case MAP -> {
                Map<String, Object> map = new LinkedHashMap<>();
                items(schema.getValueType()).forEach(item -> map.put(text() + map.size(), item));
                yield map;
            }
            case UNION ->
                value(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
            case FIXED -> Avro.DATA.createFixed(null, bytes(schema.getFixedSize()), schema);
            case BYTES -> ByteBuffer.wrap(bytes(random.nextInt(5)));
            case STRING -> text();
            case INT -> oneOf(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, random.nextInt());
            case LONG -> oneOf(0L, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 53) + 1, random.nextLong());
            case FLOAT -> oneOf(0f, -0f, Float.MAX_VALUE, Float.MIN_VALUE, 3f, random.nextFloat());
            case DOUBLE -> oneOf(0d, -0d, Double.MAX_VALUE, Double.MIN_VALUE, 1e21, 3d, 0.1, random.nextGaussian());
            case BOOLEAN -> random.nextBoolean();
            case NULL -> null;
        };
    }

    private List<Object> items(Schema schema) {
        List<Object> items = new ArrayList<>();
        depth++;
        for (int left = depth > DEPTH_MAX ? 0 : random.nextInt(4); left > 0; left--) {
            items.add(value(schema));
        }
        depth--;
        return items;
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    @SafeVarargs
    private <T> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }
}
