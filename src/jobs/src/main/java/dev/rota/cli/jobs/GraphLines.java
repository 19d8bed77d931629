package dev.rota.cli.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import dev.rota.engine.Nullable;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** Reads a graph of jobs from JSON lines: one job a line, in any order. */
final class GraphLines {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> FIELDS = Set.of("job", "after", "afterEnd", "priority", "payload");

    private GraphLines() {}

    static JobGraph read(BufferedReader lines) throws IOException {
        JobGraph graph = new JobGraph();
        long number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (!line.isBlank()) {
                graph.add(node(number, line));
            }
        }
        return graph;
    }

    private static JobGraph.Node node(long number, String line) {
        JsonNode object;
        try {
            object = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new Unusable("expected a JSON object in line " + number + ", but it is not");
        }
        if (!object.isObject() || !object.path("job").isTextual()) {
            throw new Unusable("expected an object with a job in line " + number + ", but it is not");
        }
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!FIELDS.contains(name)) {
                throw new Unusable("expected the fields job, after, afterEnd, priority and payload in line " + number
                        + ", but it has " + name);
            }
        }
        List<JobAfter> after = new ArrayList<>();
        add(after, object, "after", false, number);
        add(after, object, "afterEnd", true, number);
        return new JobGraph.Node(
                object.path("job").textValue(), priority(object, number), payload(object, number), after);
    }

    private static void add(List<JobAfter> after, JsonNode object, String field, boolean anyEnd, long number) {
        JsonNode jobs = object.path(field);
        if (!jobs.isMissingNode() && !jobs.isArray()) {
            throw new Unusable("expected " + field + " to be a list of jobs in line " + number + ", but it is not");
        }
        for (JsonNode job : jobs) {
            if (!job.isTextual()) {
                throw new Unusable("expected ids of jobs in " + field + " in line " + number + ", but one is " + job);
            }
            after.add(new JobAfter(job.textValue(), anyEnd));
        }
    }

    private static int priority(JsonNode object, long number) {
        JsonNode priority = object.path("priority");
        if (!priority.isMissingNode() && !priority.isInt()) {
            throw new Unusable("expected priority to be a whole number in line " + number + ", but it is " + priority);
        }
        return priority.asInt(0);
    }

    private static @Nullable String payload(JsonNode object, long number) {
        JsonNode payload = object.path("payload");
        if (!payload.isMissingNode() && !payload.isTextual()) {
            throw new Unusable("expected payload to be a text in line " + number + ", but it is not");
        }
        return payload.textValue();
    }
}
