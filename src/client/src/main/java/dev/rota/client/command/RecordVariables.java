package dev.rota.client.command;

import dev.rota.client.KeyedRecord;
import dev.rota.client.process.SourceVariables;
import dev.rota.settings.RecordVariable;
import java.util.Map;

/** Describes a record in the environment of its command. */
final class RecordVariables {

    private RecordVariables() {}

    static Map<String, String> of(KeyedRecord record) {
        Map<String, String> variables =
                SourceVariables.of(record.source(), record.key(), record.headers(), record.isTombstone());
        variables.put(RecordVariable.ROTA_SHARD.name(), record.shard());
        variables.put(RecordVariable.ROTA_ID.name(), record.id());
        variables.put(RecordVariable.ROTA_TOKEN.name(), Long.toString(record.token()));
        variables.put(RecordVariable.ROTA_ATTEMPT.name(), Integer.toString(record.attempt()));
        return variables;
    }
}
