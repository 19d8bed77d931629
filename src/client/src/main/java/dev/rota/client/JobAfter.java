package dev.rota.client;

import dev.rota.jobs.Dependency;
import dev.rota.jobs.DependencyOn;

/**
 * A job that must end before another.
 *
 * @param anyEnd whether any end will do, rather than success alone
 */
public record JobAfter(String job, boolean anyEnd) {

    Dependency dependency() {
        return new Dependency(job, anyEnd ? DependencyOn.END : DependencyOn.SUCCESS);
    }
}
