package dev.rota.client;

/**
 * Handles the records of a stateless pool. A handler that returns has succeeded, and the record does not come again. It
 * throws
 *
 * <ul>
 *   <li>{@link RejectedRecord} if the record is wrong: it becomes a dead letter at once;
 *   <li>{@link RetryLater} if the record cannot be handled now: it comes again after the policy's delay, and its shard
 *       waits with it;
 *   <li>{@link AttemptFailed} or any other exception if the attempt has failed: the record comes again, on another worker if there is one, and
 *       becomes a dead letter after {@code attemptsMax} failures.
 * </ul>
 *
 * <p>It is called on the consumer's threads, for one record of a shard at a time, in order. A record comes again if its
 * worker was killed before it had reported it. When a turn is lost, or the consumer does not want to wait for it any
 * longer, the handler's thread is interrupted, and what it does is not reported.
 */
@FunctionalInterface
public interface RecordHandler {

    void handle(KeyedRecord record) throws Exception;
}
