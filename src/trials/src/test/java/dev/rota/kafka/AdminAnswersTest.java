package dev.rota.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class AdminAnswersTest {

    @Test
    void shouldSayWhyWithoutTheClientsInternals() {
        assertThat(AdminAnswers.why(
                        new TimeoutException("Call(callName=listOffsets, deadlineMs=1, tries=1) timed out")))
                .isEqualTo("no broker answered in time");
        assertThat(AdminAnswers.why(new RetriableCommitFailedException(
                        new CoordinatorNotAvailableException("The coordinator is not available."))))
                .isEqualTo("The coordinator is not available.");
        assertThat(AdminAnswers.why(new RetriableCommitFailedException("You should retry committing")))
                .isEqualTo("the coordinator of the group did not answer");
        assertThat(AdminAnswers.why(new CommitFailedException())).doesNotContain("max.poll");
        assertThat(AdminAnswers.why(new KafkaException("odd"))).isEqualTo("odd");
    }

    @Test
    void shouldWaitForWhatMayComeByItself() {
        assertThat(AdminAnswers.mayComeLater(new TimeoutException())).isTrue();
        assertThat(AdminAnswers.mayComeLater(new CoordinatorNotAvailableException("no")))
                .isTrue();
        assertThat(AdminAnswers.mayComeLater(new UnknownTopicOrPartitionException()))
                .isFalse();
        assertThat(AdminAnswers.mayComeLater(new TopicAuthorizationException("no")))
                .isFalse();
    }
}
