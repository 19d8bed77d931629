package dev.rota.chunks.policy;

import dev.rota.chunks.PlacementPolicy;
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

    public static Policy of(PlacementPolicy rules) {
        return new Policy(
                rules, ClientVersion.of(rules.getMinVersion()), ClientVersion.of(rules.getRecommendedVersion()));
    }
}
