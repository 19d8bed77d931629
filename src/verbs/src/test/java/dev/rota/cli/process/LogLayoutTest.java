package dev.rota.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Nullable;
import java.nio.file.Path;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.xml.XmlConfiguration;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.apache.logging.log4j.message.SimpleMessage;
import org.junit.jupiter.api.Test;

/** Tests the lines of libraries: they state the cause, on the same line. */
class LogLayoutTest {

    @Test
    void shouldNameTheCause() throws Exception {
        IllegalStateException cause = new IllegalStateException("this consumer\nis closed");
        assertThat(line(cause))
                .endsWith(
                        "ERROR StreamTask: Failed to punctuate: (java.lang.IllegalStateException: this consumer is closed)\n");
        assertThat(line(null)).endsWith("ERROR StreamTask: Failed to punctuate:\n");
    }

    private static String line(@Nullable Throwable cause) throws Exception {
        XmlConfiguration configuration = new XmlConfiguration(
                new LoggerContext("test"),
                ConfigurationSource.fromUri(
                        Path.of("src/rota/src/main/resources/log4j2.xml").toUri()));
        configuration.initialize();
        Appender libraries = configuration.getAppender("others");
        return libraries
                .getLayout()
                .toSerializable(Log4jLogEvent.newBuilder()
                        .setLoggerName("org.apache.kafka.streams.processor.internals.StreamTask")
                        .setLevel(Level.ERROR)
                        .setMessage(new SimpleMessage("Failed to punctuate:"))
                        .setThrown(cause)
                        .build())
                .toString();
    }
}
