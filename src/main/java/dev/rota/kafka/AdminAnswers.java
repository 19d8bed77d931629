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

    /** Returns why the cluster did not answer, without the names of the client's internals that its time-outs carry. */
    public static String why(Throwable failure) {
        if (failure instanceof TimeoutException || failure instanceof DisconnectException) {
            return "no broker answered in time";
        }
        if (failure instanceof RetriableCommitFailedException) {
            return failure.getCause() == null ? "the coordinator of the group did not answer" : why(failure.getCause());
        }
        if (failure instanceof CommitFailedException) {
            // Kafka advises to poll more often: of a process that was frozen, or of a machine that was.
            return "the group has given its partitions to others meanwhile";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    /**
     * Returns whether a later request may succeed by itself. A missing topic is the exception: Kafka means one that
     * has just been created, but one that was deleted does not come back.
     */
    public static boolean mayComeLater(KafkaException failure) {
        return failure instanceof RetriableException && !(failure instanceof UnknownTopicOrPartitionException);
    }

    /** The result; throws the failure itself, unwrapped. */
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
