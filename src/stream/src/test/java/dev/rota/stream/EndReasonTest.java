package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

class EndReasonTest {

    @Test
    void shouldNameAnotherInstanceWithTheSameId() {
        assertThat(EndReason.sentence(
                        new StreamsException("Error encountered", new FencedInstanceIdException("rejected"))))
                .contains("under the same instance.id");
    }

    @Test
    void shouldSayWhatToGrant() {
        assertThat(EndReason.sentence(
                        new StreamsException("Error", new TransactionalIdAuthorizationException("not authorized"))))
                .contains("grant it Write on its transactional ids");
        assertThat(EndReason.sentence(GroupAuthorizationException.forGroupId("rota-jobs-intake")))
                .contains("grant it Read on the group")
                .contains("rota-jobs-intake");
        assertThat(EndReason.sentence(new TopicAuthorizationException(Set.of("jobs.log"))))
                .contains("jobs.log");
    }

    @Test
    void shouldSayThatTheDiskIsFull() {
        assertThat(EndReason.sentence(new StreamsException(
                        "Exception caught in process",
                        new ProcessorStateException(
                                "Error while putting key/value into store rows",
                                new IOException("No space left on device")))))
                .contains("the rows on disk cannot be used")
                .contains("store rows: No space left on device;");
    }

    /** Some failures of RocksDB have no message. */
    @Test
    void shouldNameAFailureOfTheRowsThatHasNoText() {
        assertThat(EndReason.sentence(
                        new ProcessorStateException("Failed to flush cache of store rows: ", new IOException())))
                .contains("Failed to flush cache of store rows: IOException;");
        assertThat(EndReason.sentence(new ProcessorStateException("Failed to flush cache of store rows: ")))
                .contains("Failed to flush cache of store rows;");
    }

    @Test
    void shouldQuoteUnknownExceptions() {
        assertThat(EndReason.sentence(new IllegalStateException("odd")))
                .isEqualTo("java.lang.IllegalStateException: odd");
    }

    @Test
    void shouldNameTheCauseOfWhatStreamsCannotDo() {
        assertThat(EndReason.sentence(new StreamsException(
                        "Could not create topic rows.",
                        new InvalidReplicationFactorException("only 1 broker(s) are registered"))))
                .endsWith("Could not create topic rows. only 1 broker(s) are registered");
    }
}
