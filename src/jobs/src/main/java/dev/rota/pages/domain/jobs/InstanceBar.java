package dev.rota.pages.domain.jobs;

import dev.rota.pages.view.Link;

/**
 * An instance as a bar of its quota.
 *
 * @param state a remark such as {@code at its maximum}; empty if there is none
 * @param assignedWidth the assigned part of the bar, of 100
 * @param minAt the position of the instance's minimum, of 100; below 1 if it has none
 * @param queueWidth the length of its queue, of 100, relative to the longest queue
 * @param label the bar in words
 */
public record InstanceBar(
        Link instance,
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
