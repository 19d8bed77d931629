package dev.rota.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the table of metrics in the operators' guide. */
final class MetricsTable {

    private static final Pattern METRIC = Pattern.compile("`(rota_[a-z_]+)`");

    private MetricsTable() {}

    /** Returns the names of all metrics in the table. */
    static Set<String> names() throws IOException {
        return METRIC.matcher(Files.readString(Path.of("deploy/prometheus/README.md")))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
