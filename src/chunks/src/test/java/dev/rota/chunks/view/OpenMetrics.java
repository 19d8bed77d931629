package dev.rota.chunks.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads a text in OpenMetrics, and rejects everything that its standard does not allow. */
public final class OpenMetrics {

    private final Map<String, Map<Map<String, String>, String>> families = new LinkedHashMap<>();
    private String line = "";
    private int at;

    /** Returns the samples of each family by their labels. All are gauges. */
    public static Map<String, Map<Map<String, String>, String>> read(String text) {
        assertThat(text).endsWith("# EOF\n");
        OpenMetrics metrics = new OpenMetrics();
        String family = "";
        String[] lines = text.substring(0, text.length() - "# EOF\n".length()).split("\n", -1);
        for (int i = 0; i < lines.length - 1; i++) {
            metrics.line = lines[i];
            if (metrics.line.startsWith("# TYPE ")) {
                family = metrics.type();
            } else if (metrics.line.startsWith("# HELP ")) {
                assertThat(metrics.line).matches("# HELP " + family + " [^\\\\\"]+");
                assertThat(metrics.families.get(family))
                        .as("help after samples")
                        .isEmpty();
            } else {
                metrics.sample(family);
            }
        }
        assertThat(lines[lines.length - 1]).as("what stands before the end").isEmpty();
        return metrics.families;
    }

    private String type() {
        assertThat(line).matches("# TYPE [a-zA-Z_:][a-zA-Z0-9_:]* gauge");
        String family = line.split(" ")[2];
        assertThat(families.put(family, new LinkedHashMap<>()))
                .as("family %s again", family)
                .isNull();
        return family;
    }

    private void sample(String family) {
        at = 0;
        expect(family);
        expect("{");
        Map<String, String> labels = new TreeMap<>();
        do {
            String name = until('=');
            assertThat(name).matches("[a-zA-Z_][a-zA-Z0-9_]*");
            expect("\"");
            assertThat(labels.put(name, value())).as("label %s again", name).isNull();
        } while (line.charAt(at++) == ',');
        at--;
        expect("} ");
        String number = line.substring(at);
        assertThat(number).matches("-?[0-9]+(?:[.][0-9]+(?:E-?[0-9]+)?)?");
        Map<Map<String, String>, String> samples = Objects.requireNonNull(families.get(family));
        assertThat(samples.put(labels, number)).as("%s again", labels).isNull();
    }

    private String value() {
        StringBuilder value = new StringBuilder();
        while (line.charAt(at) != '"') {
            char letter = line.charAt(at++);
            if (letter == '\\') {
                char escaped = line.charAt(at++);
                assertThat(escaped).isIn('n', '"', '\\');
                letter = escaped == 'n' ? '\n' : escaped;
            }
            value.append(letter);
        }
        at++;
        return value.toString();
    }

    private String until(char end) {
        int from = at;
        at = line.indexOf(end, from) + 1;
        assertThat(at).as("%s in %s", end, line).isPositive();
        return line.substring(from, at - 1);
    }

    private void expect(String text) {
        assertThat(line.substring(at)).startsWith(text);
        at += text.length();
    }
}
