package dev.rota.settings;

/** The environment variables that pass a record of a shard to its command. They look like settings but are not. */
public enum RecordVariable {
    ROTA_SHARD,
    ROTA_ID,
    ROTA_TOKEN,
    ROTA_ATTEMPT
}
