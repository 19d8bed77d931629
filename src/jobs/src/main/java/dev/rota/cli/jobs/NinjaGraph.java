package dev.rota.cli.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a build from what {@code ninja -t graph} prints, followed by what {@code ninja -t compdb} prints: the first has
 * the dependencies between files, the second the command of each output. A step of the build becomes a job, named after
 * its output; steps without a command are passed through.
 *
 * <p>The first names only files that are targets or inputs. A step whose first output is neither, such as the links of a
 * shared library, is the one of its first input that makes a file without a name.
 */
final class NinjaGraph {

    static final String FIRST_LINE = "digraph ninja {";

    private static final String PHONY = "phony";
    private static final Pattern FILE = Pattern.compile("\"(0x\\w+)\" \\[label=\"(.*)\"\\]");
    private static final Pattern STEP = Pattern.compile("\"(0x\\w+)\" \\[label=\"(.*)\", shape=ellipse\\]");
    private static final Pattern ARROW = Pattern.compile("\"(0x\\w+)\" -> \"(0x\\w+)\"(?: \\[(.*)\\])?");
    private static final Pattern RULE = Pattern.compile("label=\" (.*)\"");

    /** A step of the build. */
    private static final class Step {
        private final String rule;
        private final Set<String> inputs = new LinkedHashSet<>();
        private final List<String> outputs = new ArrayList<>();

        Step(String rule) {
            this.rule = rule;
        }
    }

    private record Command(String directory, String text) {}

    private final Map<String, String> files = new LinkedHashMap<>();
    private final Map<String, Step> steps = new LinkedHashMap<>();
    private final Map<String, Step> makers = new LinkedHashMap<>();
    private final Map<String, Command> commands = new LinkedHashMap<>();

    /** The outputs of commands that the graph does not name, by the first input of the command. */
    private final Map<String, List<String>> unnamed = new LinkedHashMap<>();

    private final Map<Step, String> jobs = new LinkedHashMap<>();

    private NinjaGraph() {}

    /** Reads the lines after the first. */
    static JobGraph read(BufferedReader lines) throws IOException {
        NinjaGraph ninja = new NinjaGraph();
        List<String[]> arrows = new ArrayList<>();
        String line = lines.readLine();
        while (line != null && !line.equals("}")) {
            ninja.declared(line, arrows);
            line = lines.readLine();
        }
        arrows.forEach(ninja::arrow);
        ninja.commands(lines);
        return ninja.graph();
    }

    private void declared(String line, List<String[]> arrows) {
        Matcher step = STEP.matcher(line);
        Matcher file = FILE.matcher(line);
        Matcher arrow = ARROW.matcher(line);
        if (step.matches()) {
            steps.put(step.group(1), new Step(step.group(2)));
        } else if (file.matches()) {
            files.put(file.group(1), file.group(2));
        } else if (arrow.matches()) {
            arrows.add(new String[] {arrow.group(1), arrow.group(2), String.valueOf(arrow.group(3))});
        }
    }

    /** Adds an arrow from a file to a step or back; one with a rule is a whole step of one input and one output. */
    private void arrow(String[] arrow) {
        Matcher rule = RULE.matcher(arrow[2]);
        Step to = steps.get(arrow[1]);
        Step from = steps.get(arrow[0]);
        if (rule.matches()) {
            Step step = new Step(rule.group(1));
            step.inputs.add(arrow[0]);
            step.outputs.add(arrow[1]);
            makers.put(arrow[1], step);
        } else if (to != null) {
            to.inputs.add(arrow[0]);
        } else if (from != null) {
            from.outputs.add(arrow[1]);
            makers.put(arrow[1], from);
        }
    }

    private void commands(BufferedReader lines) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            text.append(line).append('\n');
        }
        JsonNode all;
        try {
            all = new ObjectMapper().readTree(text.toString());
        } catch (JsonProcessingException e) {
            all = null;
        }
        if (all == null || !all.isArray()) {
            throw new Unusable("expected what 'ninja -t compdb -x' prints after the graph, but it is not there");
        }
        Set<String> named = new TreeSet<>(files.values());
        for (JsonNode each : all) {
            String output = each.path("output").asText();
            commands.put(
                    output,
                    new Command(
                            each.path("directory").asText(),
                            each.path("command").asText()));
            if (!named.contains(output)) {
                unnamed.computeIfAbsent(each.path("file").asText(), file -> new ArrayList<>())
                        .add(output);
            }
        }
    }

    private JobGraph graph() {
        Set<Step> all = new LinkedHashSet<>(makers.values());
        all.forEach(step -> {
            String output = output(step);
            if (output != null) {
                jobs.put(step, output);
            }
        });
        JobGraph graph = new JobGraph();
        jobs.forEach((step, job) -> {
            Set<String> after = new TreeSet<>();
            before(step, after, new LinkedHashSet<>());
            graph.add(new JobGraph.Node(
                    job,
                    0,
                    payload(step, job),
                    after.stream().map(each -> new JobAfter(each, false)).toList()));
        });
        return graph;
    }

    /** Returns the output of a step that has its command, or null if it has none. */
    private @Nullable String output(Step step) {
        if (step.rule.equals(PHONY)) {
            return null;
        }
        String file = files.computeIfAbsent(step.outputs.get(0), output -> unnamedOutput(step));
        Command command = commands.get(file);
        if (command == null) {
            throw new Unusable("expected the command that makes " + Printable.of(file)
                    + ", but 'ninja -t compdb -x' did not print it; it omits steps without inputs: add one");
        }
        return command.text().isEmpty() ? null : file;
    }

    /** Returns the first output of a step if the graph does not name it. */
    private String unnamedOutput(Step step) {
        String input = step.inputs.isEmpty()
                ? ""
                : files.getOrDefault(step.inputs.iterator().next(), "");
        List<String> outputs = unnamed.getOrDefault(input, List.of());
        if (outputs.size() != 1) {
            throw new Unusable("expected the command of a step with the rule " + Printable.of(step.rule)
                    + ", but its first output is not in the graph and is one of " + Printable.of(outputs.toString())
                    + ": name them as targets of 'ninja -t graph'");
        }
        return outputs.get(0);
    }

    /** Collects the jobs that make the inputs of a step, through steps without a command. */
    private void before(Step step, Set<String> after, Set<Step> seen) {
        for (String input : step.inputs) {
            Step maker = makers.get(input);
            String job = maker == null ? null : jobs.get(maker);
            if (job != null) {
                after.add(job);
            } else if (maker != null && seen.add(maker)) {
                before(maker, after, seen);
            }
        }
    }

    /** Returns the script of a step. Ninja makes the folders of outputs before it runs a command. */
    private String payload(Step step, String job) {
        Command command = commands.getOrDefault(job, new Command("", ""));
        StringBuilder script = new StringBuilder("cd " + quoted(command.directory()) + " || exit 1\n");
        Set<String> folders = new TreeSet<>();
        for (String output : step.outputs) {
            String file = files.getOrDefault(output, "");
            if (file.lastIndexOf('/') > 0) {
                folders.add(file.substring(0, file.lastIndexOf('/')));
            }
        }
        folders.forEach(
                folder -> script.append("mkdir -p ").append(quoted(folder)).append('\n'));
        return script.append(command.text()).append('\n').toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
