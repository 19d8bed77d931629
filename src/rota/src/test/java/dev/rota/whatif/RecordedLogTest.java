package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.Replay;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Parallel;
import dev.rota.engine.machine.PartitionMachine;
import dev.rota.engine.rows.MemoryRows;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.simulate.DecisionLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record before the branch is decided as it was: with its offsets, Ticks and attended time. */
class RecordedLogTest {

    private static final Path RECORDED = Path.of("src/rota/src/test/resources/recorded/jobs-1");
    private static final String COHORT = "linux";

    @TempDir
    private Path folder;

    @Test
    void shouldWriteALogThatSimulateDecidesAsItWasDecided() throws Exception {
        Domain jobs = jobs();
        Path world = folder.resolve("world.jsonl");
        List<String> change = List.of(
                "{\"job\": \"new\", \"label\": \"linux\", \"event\": {\"JobSubmitted\": {\"instance\": \"i\"}}}");
        Question question = new Question(
                COHORT, null, true, null, false, List.of(change), 1, world, null, false, WorldLimits.COMMAND);
        try (WhatIf whatIf = new WhatIf(jobs, Asking.model(jobs), question, Parallel.SEQUENTIAL, WhatIf.Watch.NONE);
                Replay replay = Replay.ofFiles(jobs, RECORDED)) {
            replay.records(COHORT, Long.MAX_VALUE, whatIf.record(), Replay.Watch.NONE);
            whatIf.answer();
        }
        List<String> lines = Files.readAllLines(world);
        List<String> recorded = recorded(jobs);

        List<String> decided = Asking.decisions(jobs, lines, 0).stream()
                .filter(line -> line.contains("\"unit\":\"" + COHORT + "\",\"seq\""))
                .toList();

        assertThat(recorded).hasSizeGreaterThan(20);
        assertThat(lines).anyMatch(line -> line.contains("\"attended\"")).anyMatch(line -> line.contains("\"offset\""));
        assertThat(Asking.firstDifference(decided.subList(0, recorded.size()), recorded))
                .isEmpty();
        assertThat(decided.get(recorded.size())).contains("\"job\":\"new\"", "QUEUED");
    }

    private static Domain jobs() {
        return new JobsDomain().configured(new TreeMap<>(Collections.singletonMap("cohorts", cohorts())));
    }

    private static String cohorts() {
        return "linux:linux,unknown;mac:mac";
    }

    private static List<String> recorded(Domain domain) {
        List<Decision> decisions = new ArrayList<>();
        PartitionMachine machine = new PartitionMachine(
                domain, new MemoryRows(), Parallel.SEQUENTIAL, (decision, chain) -> decisions.add(decision));
        try (Replay replay = Replay.ofFiles(domain, RECORDED)) {
            replay.records(COHORT, Long.MAX_VALUE, (record, voiding) -> machine.handle(record), Replay.Watch.NONE);
        }
        return decisions.stream()
                .filter(decision -> decision.seq() > 0 && decision.unit().equals(COHORT))
                .map(DecisionLine::of)
                .map(line -> line.replaceAll("\"source\":\"[^\"]*\"", "\"source\":\"\""))
                .toList();
    }
}
