package dev.rota.jobs.scheduler;

import dev.rota.engine.Limits;
import dev.rota.engine.Nullable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The configured cohorts with their labels, in order. */
final class Cohorts {

    /** The mapping without a setting: one cohort with every label. */
    static final Cohorts DEFAULT = new Cohorts(Map.of());

    private static final String DEFAULT_NAME = "default";

    /** The label assumed for bots without labels. */
    private static final String NO_LABEL = "unknown";

    private final Map<String, Set<String>> labels;

    private Cohorts(Map<String, Set<String>> labels) {
        this.labels = labels;
    }

    /**
     * Parses {@code linux:linux,unknown;os-foo:os-foo-1.0}; throws {@link IllegalArgumentException} with a sentence
     * if malformed.
     */
    static Cohorts parse(String setting) {
        Map<String, Set<String>> cohorts = new LinkedHashMap<>();
        for (String part : setting.split(";", -1)) {
            String[] nameAndLabels = part.split(":", 2);
            String name = nameAndLabels[0].strip();
            if (nameAndLabels.length < 2 || name.isEmpty()) {
                throw new IllegalArgumentException(
                        "expected cohorts as name:label,label;..., but '" + part + "' is none");
            }
            if (name.getBytes(StandardCharsets.UTF_8).length > Limits.UNIT_BYTES_MAX) {
                throw new IllegalArgumentException("expected a cohort's name of at most " + Limits.UNIT_BYTES_MAX
                        + " bytes, but '" + name + "' is longer");
            }
            Set<String> own = Arrays.stream(nameAndLabels[1].split(",", -1))
                    .map(String::strip)
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (own.contains("")) {
                throw new IllegalArgumentException("expected labels in cohort '" + name + "', but one is empty");
            }
            if (cohorts.put(name, own) != null) {
                throw new IllegalArgumentException("expected each cohort once, but '" + name + "' is there twice");
            }
        }
        return new Cohorts(cohorts);
    }

    /** Returns the names of the cohorts, in order. */
    List<String> names() {
        return labels.isEmpty() ? List.of(DEFAULT_NAME) : List.copyOf(labels.keySet());
    }

    boolean has(String cohort) {
        return labels.isEmpty() ? cohort.equals(DEFAULT_NAME) : labels.containsKey(cohort);
    }

    /** Returns a label of the first cohort. */
    String labelOfFirst() {
        return labels.isEmpty()
                ? NO_LABEL
                : labels.values().iterator().next().iterator().next();
    }

    /** Returns the first cohort that has the label, or null if there is none. */
    @Nullable
    String ofJob(String label) {
        return withAll(List.of(label));
    }

    /** Returns the first cohort that has all labels of a bot, or null if there is none. */
    @Nullable
    String ofBot(List<String> own) {
        return withAll(own.isEmpty() ? List.of(NO_LABEL) : own);
    }

    private @Nullable String withAll(List<String> wanted) {
        if (labels.isEmpty()) {
            return DEFAULT_NAME;
        }
        for (Map.Entry<String, Set<String>> cohort : labels.entrySet()) {
            if (cohort.getValue().containsAll(wanted)) {
                return cohort.getKey();
            }
        }
        return null;
    }

    /** Returns the mapping in canonical form: mappings that differ in effect differ here. */
    @Override
    public String toString() {
        return labels.isEmpty()
                ? ""
                : labels.entrySet().stream()
                        .map(cohort -> cohort.getKey() + ":" + String.join(",", cohort.getValue()))
                        .collect(Collectors.joining(";"));
    }
}
