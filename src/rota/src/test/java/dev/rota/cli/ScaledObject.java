package dev.rota.cli;

import dev.rota.engine.Nullable;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.List;

/** A {@code ScaledObject} of KEDA 2, as far as this repository's have its fields. Triggers are Prometheus queries. */
record ScaledObject(String apiVersion, String kind, ObjectMeta metadata, Spec spec) {

    record Spec(
            Target scaleTargetRef,
            @Nullable Integer pollingInterval,
            @Nullable Integer cooldownPeriod,
            @Nullable Integer minReplicaCount,
            @Nullable Integer maxReplicaCount,
            @Nullable Fallback fallback,
            List<Trigger> triggers) {}

    /** A Deployment, unless its kind is another. */
    record Target(@Nullable String apiVersion, @Nullable String kind, String name) {}

    record Fallback(int failureThreshold, int replicas) {}

    record Trigger(String type, Query metadata) {}

    /** A query with a number as result, of which each replica takes {@code threshold}. */
    record Query(String serverAddress, String query, String threshold) {}
}
