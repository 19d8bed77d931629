package dev.rota.jobs.farm;

/**
 * Follows the changes of a farm. The farm changes its model first and then calls each index, always in the same
 * order.
 */
interface JobIndex {

    /** Adds a job that is in no queue yet. */
    default void added(Job job) {}

    /** Removes a job that has ended, and is neither queued nor assigned. */
    default void removed(Job job) {}

    /** Adds a job to the queue. */
    default void queued(Job job) {}

    /** Removes a job from the queue: it is assigned next, or ends. */
    default void dequeued(Job job) {}

    /** Takes note that a job has got a slot of a bot. */
    default void occupied(Job job, Bot bot) {}

    /** Takes note that a job has left its slot of a bot. */
    default void vacated(Job job, Bot bot) {}

    /** Takes note that a platform can run a kind of jobs. */
    default void linked(Platform platform, JobKind kind) {}

    /** Takes note that a platform has its first bot in service, or has lost its last. */
    default void served(Platform platform) {}

    /** Takes note that an instance may be served or not, or has another weight. */
    default void served(Instance instance) {}
}
