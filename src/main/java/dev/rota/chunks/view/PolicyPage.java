package dev.rota.chunks.view;

import dev.rota.chunks.PlacementPolicy;
import dev.rota.engine.text.JsonText;

/** The policy in force, in the plain JSON in which producers write it. */
public final class PolicyPage {

    public static final String NAME = "policy.json";

    private PolicyPage() {}

    static String of(PlacementPolicy policy) {
        return JsonText.object(json -> json.field("network", policy.getNetwork())
                .list(
                        "datasets",
                        policy.getDatasets(),
                        (dataset, each) -> each.field("dataset", dataset.getDataset())
                                .list(
                                        "segments",
                                        dataset.getSegments(),
                                        (segment, its) -> its.field("from", segment.getFrom())
                                                .field("weight", segment.getWeight())
                                                .field("minVersion", segment.getMinVersion())))
                .field("saturation", (Number) policy.getSaturation())
                .field("minReplication", policy.getMinReplication())
                .field("rings", policy.getRings())
                .field("capacityBytes", policy.getCapacityBytes())
                .field("ignoreReliability", policy.getIgnoreReliability())
                .field("inactiveAfterMs", policy.getInactiveAfterMs())
                .field("staleBelowBytes", policy.getStaleBelowBytes())
                .field("minVersion", policy.getMinVersion())
                .field("recommendedVersion", policy.getRecommendedVersion())
                .field("order", policy.getOrder().name())
                .field("epochEveryMs", policy.getEpochEveryMs())
                .field("effectiveAfterMs", policy.getEffectiveAfterMs())
                .field("referenceDigest", policy.getReferenceDigest())
                .field("moveBytesMax", policy.getMoveBytesMax()));
    }
}
