package dev.rota.engine.log;

import dev.rota.engine.EngineReason;
import dev.rota.engine.Rejection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formats and parses the message of a rejection VOIDED, which names the void record that took effect. */
public final class VoidReference {

    private static final Pattern MESSAGE =
            Pattern.compile("voided by log record (\\d+)/(\\d{1,18}): .*", Pattern.DOTALL);

    private VoidReference() {}

    /** Returns the message of the rejection of a record that this void record names. */
    public static String message(LogRecord.Voiding by) {
        return "voided by log record " + by.at().partition() + "/" + by.at().offset() + ": " + by.reason();
    }

    /** Returns the offset of the void record in this log partition that a rejection names, or -1 if it names none. */
    public static long offset(Rejection rejection, int partition) {
        Matcher by = MESSAGE.matcher(rejection.getMessage());
        return rejection.getReason().equals(EngineReason.VOIDED.name())
                        && by.matches()
                        && by.group(1).equals(Integer.toString(partition))
                ? Long.parseLong(by.group(2))
                : -1;
    }
}
