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

class AnswersTest {

    @Test
    void shouldSayWhyWithoutTheClientsInternals() {
        assertThat(Answers.why(new TimeoutException("Call(callName=listOffsets, deadlineMs=1, tries=1) timed out")))
                .isEqualTo("no broker answered in time");
        assertThat(Answers.why(new RetriableCommitFailedException(
                        new CoordinatorNotAvailableException("The coordinator is not available."))))
                .isEqualTo("The coordinator is not available.");
        assertThat(Answers.why(new RetriableCommitFailedException("You should retry committing")))
                .isEqualTo("the coordinator of the group did not answer");
        assertThat(Answers.why(new CommitFailedException())).doesNotContain("max.poll");
        assertThat(Answers.why(new KafkaException("odd"))).isEqualTo("odd");
    }

    @Test
    void shouldWaitForWhatMayComeByItself() {
        assertThat(Answers.mayComeLater(new TimeoutException())).isTrue();
        assertThat(Answers.mayComeLater(new CoordinatorNotAvailableException("no")))
                .isTrue();
        assertThat(Answers.mayComeLater(new UnknownTopicOrPartitionException())).isFalse();
        assertThat(Answers.mayComeLater(new TopicAuthorizationException("no"))).isFalse();
    }
}
