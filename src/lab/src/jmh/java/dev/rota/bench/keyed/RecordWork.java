package dev.rota.bench.keyed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.TimeUnit;

/** The handler of all consumers: it waits, as for a response, and notes that it did. */
final class RecordWork {

    private static final int NUMBER_DIGITS = 10;
    private static final int VALUE_BYTES = 200;

    private final HandledLog log;
    private final int waitMs;

    RecordWork(HandledLog log, int waitMs) {
        this.log = log;
        this.waitMs = waitMs;
    }

    void handle(byte[] value) throws InterruptedException {
        int entry = log.begin(number(value));
        if (waitMs > 0) {
            TimeUnit.MILLISECONDS.sleep(waitMs);
        }
        log.end(entry);
    }

    /** Returns the number of the record with a value. */
    static int number(byte[] value) {
        return Integer.parseInt(new String(value, 0, NUMBER_DIGITS, US_ASCII));
    }

    /** Returns the value of a record: its number, and text that compresses as JSON does, to about a half. */
    static byte[] value(int number) {
        StringBuilder text = new StringBuilder(VALUE_BYTES + NUMBER_DIGITS);
        String digits = Integer.toString(number);
        text.append("0".repeat(NUMBER_DIGITS - digits.length())).append(digits);
        long mixed = number;
        while (text.length() < VALUE_BYTES) {
            mixed = (mixed + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
            text.append(",\"amount\":").append(Long.toString(mixed >>> 34, 36));
        }
        return text.substring(0, VALUE_BYTES).getBytes(US_ASCII);
    }
}
