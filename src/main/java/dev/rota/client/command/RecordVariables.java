package dev.rota.client.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.client.KeyedRecord;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import dev.rota.serde.PlainJson;
import dev.rota.settings.RecordVariable;
import dev.rota.shards.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Describes a record in the environment of its command. */
final class RecordVariables {

    private RecordVariables() {}

    static Map<String, String> of(KeyedRecord record) {
        Map<String, String> variables = new TreeMap<>();
        variables.put(RecordVariable.ROTA_SHARD.name(), record.shard());
        variables.put(RecordVariable.ROTA_ID.name(), record.id());
        variables.put(RecordVariable.ROTA_TOKEN.name(), Long.toString(record.token()));
        variables.put(RecordVariable.ROTA_ATTEMPT.name(), Integer.toString(record.attempt()));
        variables.put(RecordVariable.ROTA_SOURCE.name(), record.source());
        variables.put(RecordVariable.ROTA_TOMBSTONE.name(), Boolean.toString(record.isTombstone()));
        variables.put(RecordVariable.ROTA_HEADERS.name(), headers(record));
        byte[] key = record.key();
        if (key != null) {
            variables.put(
                    RecordVariable.ROTA_KEY_BASE64.name(), Base64.getEncoder().encodeToString(key));
            String text = text(key);
            if (text != null) {
                variables.put(RecordVariable.ROTA_KEY.name(), text);
            }
        }
        return variables;
    }

    private static String headers(KeyedRecord record) {
        return record.headers().stream()
                .map((Header header) -> PlainJson.write(header))
                .collect(Collectors.joining(",", "[", "]"));
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
