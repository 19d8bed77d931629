package dev.rota.client;

import dev.rota.engine.Nullable;
import dev.rota.jobs.Property;
import java.util.List;

/**
 * What several submitted jobs have in common.
 *
 * @param label names the cohort
 */
public record JobSpec(
        String label,
        String instance,
        int priority,
        List<Property> requirements,
        @Nullable String localityHint) {}
