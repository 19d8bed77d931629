package dev.rota.chunks.policy;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.RoutesMode;
import dev.rota.engine.Nullable;

/**
 * The policy in force, with parsed versions.
 *
 * @param minVersion the version below which workers are unsupported
 * @param recommendedVersion the version below which workers are deprecated
 */
public record Policy(
        PlacementPolicy rules,
        @Nullable ClientVersion minVersion,
        @Nullable ClientVersion recommendedVersion) {

    /** Returns whether readers are told routes. */
    public boolean hasRoutes() {
        return rules.getRoutes() == RoutesMode.CONFIRMED;
    }

    /** Returns the number of workers that must have confirmed a chunk before readers see it. */
    public int visibleReplicas() {
        return rules.getVisibleReplicas() == null ? rules.getMinReplication() : rules.getVisibleReplicas();
    }

    public static Policy of(PlacementPolicy rules) {
        return new Policy(
                rules, ClientVersion.of(rules.getMinVersion()), ClientVersion.of(rules.getRecommendedVersion()));
    }
}
