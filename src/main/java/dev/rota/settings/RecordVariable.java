package dev.rota.settings;

/** The environment variables that pass a record to its command. They look like settings but are not. */
public enum RecordVariable {
    ROTA_SHARD,
    ROTA_KEY,
    ROTA_KEY_BASE64,
    ROTA_ID,
    ROTA_TOKEN,
    ROTA_ATTEMPT,
    ROTA_SOURCE,
    ROTA_TOMBSTONE,
    ROTA_HEADERS
}
