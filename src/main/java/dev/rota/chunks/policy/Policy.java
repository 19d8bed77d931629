package dev.rota.chunks.policy;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.Nullable;

/**
 * The policy in force, with its versions read.
 *
 * @param minVersion workers below it are unsupported
 * @param recommendedVersion workers below it are deprecated
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
