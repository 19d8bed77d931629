package dev.rota.cli.process;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.AbstractFilter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Summarizes the warnings of Kafka's clients during an outage of brokers: each client warns of each attempt, some
 * hundred lines a second. The first warning is logged at once, then one line per half minute.
 */
final class ConnectionWarnings extends AbstractFilter {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionWarnings.class);

    private static final String CONNECTIONS = "org.apache.kafka.clients.NetworkClient";
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LongSupplier nanos;
    private int unsaid;
    private long said;

    ConnectionWarnings(LongSupplier nanos) {
        this.nanos = nanos;
        this.said = nanos.getAsLong() - INTERVAL_NANOS;
    }

    @Override
    public Result filter(LogEvent event) {
        if (!CONNECTIONS.equals(event.getLoggerName())) {
            return Result.NEUTRAL;
        }
        String sentence = take(event.getMessage().getFormattedMessage());
        if (!sentence.isEmpty()) {
            LOG.warn(sentence);
        }
        return Result.DENY;
    }

    /** Returns the line to log instead of a warning; empty if nothing is logged yet. */
    synchronized String take(String warning) {
        long now = nanos.getAsLong();
        if (now - said < INTERVAL_NANOS) {
            unsaid++;
            return "";
        }
        String sentence = "Kafka's clients have connection failures: " + warning
                + (unsaid == 0 ? "" : " (and " + unsaid + " more since the last such line)");
        said = now;
        unsaid = 0;
        return sentence;
    }
}
