package dev.rota.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.serde.PlainJson;
import dev.rota.trials.Full;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The waits of a trace under first come, first served are those of a simulator that knows nothing of Rota. The trace is
 * random; {@code -Dswf.trace=FILE} compares a real one.
 */
@Full
class SwfTraceTest {

    private static final int BOTS = Integer.getInteger("swf.bots", 2);
    private static final int SLOTS = 5;

    @TempDir
    private Path folder;

    private record Job(String id, long submitted, long run) {}

    @Test
    void shouldWaitAsInASimulator() throws Exception {
        Path trace = trace();
        List<String> record = converted(trace);
        List<String> change = new ArrayList<>(List.of("{\"leaveOut\":\"jobs.bots\"}"));
        for (int bot = 0; bot < BOTS; bot++) {
            change.add("{\"topic\":\"jobs.bots\",\"time\":0,\"value\":{\"bot\":\"bot-" + bot
                    + "\",\"session\":\"s\",\"event\":{\"BotSync\":{\"capacity\":" + SLOTS + "}}}}");
        }

        List<String> world =
                Asking.changedWorld(new JobsDomain(), record, "default", null, 100_000_000_000L, change, folder);

        SortedMap<String, Long> waits = waits(Asking.decisions(new JobsDomain(), world, 0));
        SortedMap<String, Long> expected = simulated(jobs(trace));
        assertThat(waits.keySet()).isEqualTo(expected.keySet());
        assertThat(waits.keySet().stream().filter(job -> !Objects.equals(waits.get(job), expected.get(job))))
                .isEmpty();
        assertThat(waits.values()).anyMatch(wait -> wait > 0).contains(0L);
    }

    private Path trace() throws IOException {
        String given = System.getProperty("swf.trace");
        if (given != null) {
            return Path.of(given);
        }
        Random random = new Random(1);
        List<String> lines = new ArrayList<>(List.of("; a comment", ""));
        long submitted = 0;
        for (int i = 1; i <= 2_000; i++) {
            submitted += random.nextInt(20);
            long run = random.nextInt(10) == 0 ? random.nextInt(1_000) : random.nextInt(100);
            lines.add("  " + i + " " + submitted + " -1 " + (random.nextInt(50) == 0 ? -1 : run) + " 1 -1 -1 1 -1 -1 1 "
                    + random.nextInt(5) + " 1 1 1 1 -1 -1");
        }
        Path trace = folder.resolve("trace.swf");
        Files.write(trace, lines);
        return trace;
    }

    private List<String> converted(Path trace) throws IOException, InterruptedException {
        File out = folder.resolve("trace.jsonl").toFile();
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "src/examples/traces/SwfTrace.java")
                .redirectInput(trace.toFile())
                .redirectOutput(out)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(java.waitFor()).isZero();
        return Files.readAllLines(out.toPath(), UTF_8);
    }

    private static SortedMap<String, Long> waits(List<String> decisions) throws Exception {
        SortedMap<String, Long> waits = new TreeMap<>();
        for (String line : decisions) {
            JsonNode value = PlainJson.parse(line).get("value");
            if (value.path("kind").asText().equals("ASSIGNED") && value.has("queuedMs")) {
                waits.put(value.get("job").asText(), value.get("queuedMs").asLong());
            }
        }
        return waits;
    }

    private static List<Job> jobs(Path trace) throws IOException {
        List<Job> jobs = new ArrayList<>();
        for (String line : Files.readAllLines(trace, UTF_8)) {
            String[] columns = line.strip().split("\\s+");
            if (!line.startsWith(";")
                    && columns.length > 3
                    && !columns[3].startsWith("-")
                    && !columns[1].startsWith("-")) {
                jobs.add(new Job(
                        String.format("%010d", Long.parseLong(columns[0])),
                        1_000 * Long.parseLong(columns[1]),
                        1_000 * Long.parseLong(columns[3])));
            }
        }
        return jobs;
    }

    /** First come, first served: each job takes the slot that is free first. */
    private static SortedMap<String, Long> simulated(List<Job> jobs) {
        SortedMap<String, Long> waits = new TreeMap<>();
        PriorityQueue<Long> freeAt = new PriorityQueue<>();
        for (int i = 0; i < BOTS * SLOTS; i++) {
            freeAt.add(0L);
        }
        for (Job job : jobs) {
            long begins = Math.max(job.submitted(), freeAt.remove());
            waits.put(job.id(), begins - job.submitted());
            freeAt.add(begins + job.run());
        }
        return waits;
    }
}
