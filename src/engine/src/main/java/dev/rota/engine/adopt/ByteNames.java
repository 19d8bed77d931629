package dev.rota.engine.adopt;

import dev.rota.engine.Ids;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.schema.Avro;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Names for bytes that their producer did not mean as ids: every array has a name, and different ones have different
 * names, but for a collision of SHA-256.
 */
final class ByteNames {

    /** The first character of all names that are not the bytes themselves. */
    private static final String OTHER = "~";

    /** The most bytes whose name contains all of them. */
    private static final int HEX_BYTES_MAX = 120;

    private ByteNames() {}

    static String of(byte[] bytes) {
        String text = utf8(bytes);
        if (text != null && !text.startsWith(OTHER) && isId(text)) {
            return text;
        }
        return bytes.length <= HEX_BYTES_MAX
                ? OTHER + "x" + HexFormat.of().formatHex(bytes)
                : OTHER + "h" + HexFormat.of().formatHex(Avro.sha256().digest(bytes));
    }

    static String ofPartition(int partition) {
        return OTHER + "p" + partition;
    }

    /** Returns the text whose UTF-8 the bytes are; null if there is none. */
    static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private static boolean isId(String text) {
        try {
            Ids.id("name", text);
            return true;
        } catch (RefusedException e) {
            return false;
        }
    }
}
