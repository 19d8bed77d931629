package dev.rota.client.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import dev.rota.serde.PlainJson;
import dev.rota.settings.SourceVariable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/** Describes an adopted record in the environment of its command. */
public final class SourceVariables {

    private SourceVariables() {}

    /** Returns the variables. Those of a key are missing if there is none, or if it is no text. */
    public static Map<String, String> of(
            String coordinates, @Nullable byte[] key, List<? extends SpecificRecord> headers, boolean isTombstone) {
        Map<String, String> variables = new TreeMap<>();
        variables.put(SourceVariable.ROTA_SOURCE.name(), coordinates);
        variables.put(SourceVariable.ROTA_TOMBSTONE.name(), Boolean.toString(isTombstone));
        variables.put(
                SourceVariable.ROTA_HEADERS.name(),
                headers.stream().map(PlainJson::write).collect(Collectors.joining(",", "[", "]")));
        if (key != null) {
            variables.put(
                    SourceVariable.ROTA_KEY_BASE64.name(), Base64.getEncoder().encodeToString(key));
            String text = text(key);
            if (text != null) {
                variables.put(SourceVariable.ROTA_KEY.name(), text);
            }
        }
        return variables;
    }

    /** Returns bytes as text, or null if they are not valid UTF-8 or contain control characters. */
    private static @Nullable String text(byte[] bytes) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return Printable.firstUnsafe(text) < 0 ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
