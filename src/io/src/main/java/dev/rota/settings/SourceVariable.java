package dev.rota.settings;

/** The environment variables that pass an adopted record to a command. They look like settings but are not. */
public enum SourceVariable {
    ROTA_KEY,
    ROTA_KEY_BASE64,
    ROTA_SOURCE,
    ROTA_TOMBSTONE,
    ROTA_HEADERS
}
