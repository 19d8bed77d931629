package dev.rota.pages.domain.jobs;

/**
 * An instance as a bar of its quota.
 *
 * @param state what is to be known of it first, such as {@code at its maximum}; empty if nothing
 * @param assignedWidth how much of the bar is assigned, of 100
 * @param minAt where its minimum is, of 100; below 1 if it has none
 * @param queueWidth how long its queue is, of 100, compared with the longest one
 * @param label the bar in words
 */
public record InstanceBar(
        String instance,
        String url,
        String state,
        String min,
        String assigned,
        String max,
        String queued,
        String waited,
        int assignedWidth,
        int minAt,
        int queueWidth,
        boolean hasQuota,
        String label) {}
