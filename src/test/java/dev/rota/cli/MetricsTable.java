package dev.rota.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of metrics in the operators' guide. */
final class MetricsTable {

    private static final Pattern METRIC = Pattern.compile("`(rota_[a-z_]+)`");

    private MetricsTable() {}

    /** The names of all metrics in it. */
    static Set<String> names() throws IOException {
        return METRIC.matcher(Files.readString(Path.of("deploy/prometheus/README.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
