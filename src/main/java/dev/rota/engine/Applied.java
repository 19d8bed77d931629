package dev.rota.engine;

import java.nio.ByteBuffer;

/**
 * The last log record that a partition has applied. It is committed with the rows that the record changed, so it says
 * where to resume, whatever a consumer group says.
 *
 * @param log the UUID of the log topic
 * @param offset of the record
 * @param time its append time
 * @param digest its SHA-256, which tells it from another record at the same offset
 */
public record Applied(String log, long offset, long time, ByteBuffer digest) {}
