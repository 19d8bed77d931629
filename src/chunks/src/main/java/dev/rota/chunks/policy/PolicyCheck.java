package dev.rota.chunks.policy;

import dev.rota.chunks.DatasetPolicy;
import dev.rota.chunks.PlacementPolicy;
import dev.rota.chunks.Segment;
import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.util.List;
import java.util.TreeSet;

/** Validates policies. */
public final class PolicyCheck {

    private static final int TWO_BYTES = 65_535;

    private static final int RINGS_MAX = 65_536;

    private final PlacementPolicy policy;

    @Nullable
    private String fault;

    private PolicyCheck(PlacementPolicy policy) {
        this.policy = policy;
    }

    /** Returns what is wrong with a policy, in a sentence, or null if it is valid. */
    public static @Nullable String fault(PlacementPolicy policy) {
        PolicyCheck check = new PolicyCheck(policy);
        check.numbers();
        check.versions();
        check.datasets();
        return check.fault;
    }

    private void numbers() {
        double saturation = policy.getSaturation();
        expect(saturation > 0 && saturation <= 1, "saturation to be above 0 and at most 1", saturation);
        within("minReplication", 1, TWO_BYTES, policy.getMinReplication());
        within("rings", 1, RINGS_MAX, policy.getRings());
        atLeast("capacityBytes", 0, policy.getCapacityBytes());
        atLeast("inactiveAfterMs", 1, policy.getInactiveAfterMs());
        atLeast("staleBelowBytes", 0, policy.getStaleBelowBytes());
        atLeast("epochEveryMs", Limits.TIMER_PERIOD_MS_MIN, policy.getEpochEveryMs());
        atLeast("effectiveAfterMs", 0, policy.getEffectiveAfterMs());
        atLeast("moveBytesMax", 1, policy.getMoveBytesMax());
        if (policy.getVisibleReplicas() != null) {
            within("visibleReplicas", 1, TWO_BYTES, policy.getVisibleReplicas());
        }
        atLeast("graceMs", 0, policy.getGraceMs());
        within("convergedPercent", 1, 100, policy.getConvergedPercent());
    }

    private void versions() {
        version("minVersion", policy.getMinVersion());
        version("recommendedVersion", policy.getRecommendedVersion());
    }

    private void datasets() {
        TreeSet<String> names = new TreeSet<>();
        for (DatasetPolicy dataset : policy.getDatasets()) {
            expect(names.add(dataset.getDataset()), "each dataset once", dataset.getDataset() + " twice");
            segments(dataset.getSegments());
        }
    }

    private void segments(List<Segment> segments) {
        for (int i = 0; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            within("a segment's weight", 1, TWO_BYTES, segment.getWeight());
            version("a segment's minVersion", segment.getMinVersion());
            if (i > 0) {
                long before = segments.get(i - 1).getFrom();
                long from = segment.getFrom();
                expect(
                        before < 0 == from < 0 ? before < from : from < 0,
                        "segments to ascend, negative ones last",
                        from + " after " + before);
            }
        }
    }

    private void within(String field, int min, int max, int value) {
        expect(value >= min && value <= max, field + " to be in " + min + ".." + max, value);
    }

    private void atLeast(String field, long min, @Nullable Long value) {
        expect(value == null || value >= min, field + " to be at least " + min, value);
    }

    private void version(String field, @Nullable String version) {
        expect(
                version == null || ClientVersion.of(version) != null,
                field + " to be a semantic version",
                "'" + version + "'");
    }

    private void expect(boolean holds, String expected, @Nullable Object found) {
        if (!holds && fault == null) {
            fault = "expected " + expected + ", but it is " + found;
        }
    }
}
