package dev.rota.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Generates random Avro bytes of a writer's schema: mostly valid, sometimes hostile. Tracks which of them must not be
 * accepted.
 */
final class RandomBytes {

    private static final List<String> TEXTS = List.of("a", "b", "c", "default", "unknown", "", "é€\uD83D\uDE00", "*");
    private static final List<byte[]> MALFORMED = List.of(
            new byte[] {(byte) 0xFF}, new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, new byte[] {'a', (byte) 0xC3
            });

    /** The number of values in one record after which all choices are small. */
    private static final int VALUES_MAX = 2_000;

    private final Random random;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final BinaryEncoder out = EncoderFactory.get().directBinaryEncoder(bytes, null);
    private final boolean hostile;
    private int values;
    private long items;
    private boolean malformed;

    private RandomBytes(Random random) {
        this.random = random;
        this.hostile = random.nextBoolean();
    }

    static RandomBytes of(Schema writer, Random random) {
        RandomBytes made = new RandomBytes(random);
        try {
            made.write(writer, 0);
        } catch (IOException e) {
            throw new IllegalStateException("memory takes every byte", e);
        }
        return made;
    }

    /** Returns the bytes, which are sometimes truncated or changed. */
    byte[] bytes() {
        byte[] made = bytes.toByteArray();
        if (hostile && made.length > 0 && !malformed && items == 0 && random.nextInt(3) == 0) {
            made[random.nextInt(made.length)] = (byte) random.nextInt();
        }
        return made;
    }

    /** Returns the number of items that the bytes claim, including values without bytes. */
    long items() {
        return items;
    }

    /** Returns whether a string in the bytes is not UTF-8. */
    boolean malformed() {
        return malformed;
    }

    private void write(Schema schema, int depth) throws IOException {
        values++;
        switch (schema.getType()) {
            case NULL -> items++;
            case BOOLEAN -> out.writeBoolean(random.nextBoolean());
            case INT -> out.writeInt(random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(3));
            case LONG -> out.writeLong(random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(3));
            case FLOAT -> out.writeFloat(random.nextInt(3) == 0 ? Float.NaN : random.nextFloat());
            case DOUBLE -> out.writeDouble(random.nextInt(3) == 0 ? Double.NEGATIVE_INFINITY : random.nextDouble());
            case BYTES -> out.writeBytes(TEXTS.get(random.nextInt(TEXTS.size())).getBytes(UTF_8));
            case STRING -> text();
            case FIXED -> out.writeFixed(new byte[schema.getFixedSize()]);
            case ENUM ->
                out.writeEnum(
                        random.nextInt(schema.getEnumSymbols().size() + (hostile && random.nextInt(50) == 0 ? 1 : 0)));
            case ARRAY -> blocks(schema.getElementType(), false, depth);
            case MAP -> blocks(schema.getValueType(), true, depth);
            case UNION -> {
                int branch = depth > 20 || values > VALUES_MAX
                        ? 0
                        : random.nextInt(schema.getTypes().size());
                out.writeIndex(branch);
                write(schema.getTypes().get(branch), depth + 1);
            }
            case RECORD -> {
                for (Schema.Field field : schema.getFields()) {
                    if (depth < 100 && values < 2 * VALUES_MAX) {
                        write(field.schema(), depth + 1);
                    }
                }
            }
        }
    }

    private void blocks(Schema item, boolean keyed, int depth) throws IOException {
        boolean empty = !keyed && emptyItem(item);
        if (hostile && empty) {
            // Each block claims fewer items than Avro allows in a collection.
            for (int i = 0; i < 40; i++) {
                out.writeLong(20_000);
                items += 20_000;
            }
        } else {
            for (int left = depth > 20 || values > VALUES_MAX ? 0 : random.nextInt(4); left > 0; left--) {
                out.writeLong(1);
                items++;
                if (keyed) {
                    text();
                }
                write(item, depth + 1);
            }
        }
        out.writeLong(0);
    }

    private static boolean emptyItem(Schema item) {
        return item.getType() == Schema.Type.NULL || (item.getType() == Schema.Type.FIXED && item.getFixedSize() == 0);
    }

    private void text() throws IOException {
        if (hostile && random.nextInt(10) == 0) {
            malformed = true;
            out.writeBytes(MALFORMED.get(random.nextInt(MALFORMED.size())));
        } else {
            out.writeString(TEXTS.get(random.nextInt(TEXTS.size())));
        }
    }
}
