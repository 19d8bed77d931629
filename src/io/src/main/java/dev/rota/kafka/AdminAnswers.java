package dev.rota.kafka;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.RetriableCommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Waits for futures of Kafka's admin client. */
public final class AdminAnswers {

    private AdminAnswers() {}

    /** Returns why the cluster did not respond, without the internal names of the client that its time-outs carry. */
    public static String why(Throwable failure) {
        if (failure instanceof TimeoutException || failure instanceof DisconnectException) {
            return "no broker answered in time";
        }
        if (failure instanceof RetriableCommitFailedException) {
            return failure.getCause() == null ? "the coordinator of the group did not answer" : why(failure.getCause());
        }
        if (failure instanceof CommitFailedException) {
            // Kafka's message advises to poll more often; the actual cause is a process or a machine that was frozen.
            return "the group has meanwhile assigned its partitions to other members";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /**
     * Returns whether the same request may succeed later. A missing topic is the exception: Kafka's exception covers a
     * topic that has just been created, but a deleted one does not come back.
     */
    public static boolean mayComeLater(KafkaException failure) {
        return failure instanceof RetriableException && !(failure instanceof UnknownTopicOrPartitionException);
    }

    /** Returns the result of a future; throws its failure itself, unwrapped. */
    public static <T> T get(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException kafka ? kafka : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }
}
