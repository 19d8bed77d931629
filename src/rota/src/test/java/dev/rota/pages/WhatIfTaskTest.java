package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.cores.scheduler.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.pages.Tasks.State;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.domain.Part;
import dev.rota.pages.whatif.AnswerView;
import dev.rota.pages.whatif.Asked;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.simulate.BadLine;
import dev.rota.simulate.Simulation;
import dev.rota.trials.Await;
import dev.rota.whatif.Recording;
import dev.rota.whatif.WhatIf;
import gg.jte.output.StringOutput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A what-if of the pages is answered as a task, and drawn. */
class WhatIfTaskTest {

    private static final String COHORT = "default";
    private static final Domain JOBS = new JobsDomain();

    private final Tasks tasks = new Tasks(() -> 0);

    @AfterEach
    void end() {
        tasks.close();
    }

    /** The example of schemas/WHAT-IF.md: three jobs of a minute wait 0, 1 and 2 minutes; with two bots 0, 0 and 1. */
    @Test
    void shouldShowTheTableAndThePicture() throws Exception {
        Document page = page(answer("{\"more\":1,\"like\":\"b1\"}", new Lines(queue())));

        assertThat(page.select("[data-figure=error]").text()).contains("0 ms a wait");
        assertThat(page.select("#figures tr").eachText())
                .contains("number 3 3 3", "wait, mean 1.0 min 1.0 min 20.0 s", "wait, max 2.0 min 2.0 min 1.0 min");
        assertThat(page.select("a[href*='kind=job'][href*='id=c']").text()).isEqualTo("c");
        assertThat(page.select("#waits .marks span").eachText()).containsExactly("1.0 min", "30.0 s", "0 ms");
        assertThat(page.select("#waits .plot g").eachAttr("class")).containsExactly("record", "baseline", "change");
        assertThat(page.select("#waits .plot .record path").eachAttr("d")).allMatch(path -> path.contains(" 0.0"));
        assertThat(page.select("#waits .plot .change path").eachAttr("d")).allMatch(path -> path.contains(" 133.3"));
        assertThat(page.select("#waits tbody tr").eachText())
                .containsExactly("1970-01-01T00:00:00.992Z 1.0 min 1.0 min 20.0 s");
        assertThat(page.text()).contains("rota what-if jobs --unit default --change change.jsonl");
        assertThat(page.select("pre").text()).isEqualTo("{\"more\":1,\"like\":\"b1\"}");
    }

    /** The examples by hand of schemas/WHAT-IF.md. Claims link to their para, transactions to their own pages. */
    @ParameterizedTest
    @CsvSource({"cores, relay, kind=para&id=2001, 2001/dan", "shards, default, kind=transaction&id=1, b/1"})
    void shouldAnswerForEachDomainWithAForm(String name, String unit, String link, String text) throws Exception {
        Domain domain = name.equals("cores") ? new CoresDomain() : new ShardsDomain();
        Path example = Path.of("src/rota/src/test/resources/whatif", name);
        Asked asked = asked(String.join("\n", Files.readAllLines(example.resolve("change.jsonl"))));
        Recording record = new Lines(domain, Files.readAllLines(example.resolve("record.jsonl")));

        Task task = Objects.requireNonNull(tasks.start("id", "", "", WhatIfTask.work(domain, unit, asked, record)));
        await(task, State.DONE);

        Document page = page((AnswerView) Objects.requireNonNull(task.answer()));
        assertThat(page.select("a[href$='" + link + "']").eachText()).contains(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"more\":1,\"like\":\"nobody\"}  | expected 'nobody' in the record from then on",
                "{\"leaves\":\"nobody\"}           | expected 'nobody' in the record, but there is none",
                "{\"fewer\":1,\"like\":\"moon\"}   | expected 'moon' in the record for others like it to leave",
            })
    void shouldSayWhatTheRecordDoesNotHave(String change, String sentence) throws Exception {
        Task task = started(change, new Lines(queue()));

        await(task, State.FAILED);

        assertThat(task.problem()).startsWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"leaves\":\"b1\"}", "{\"fewer\":1,\"like\":\"b1\",\"from\":1001}"})
    void shouldLetTheOnlyBotLeave(String change) throws Exception {
        Document page = page(answer(change, new Lines(queue())));

        assertThat(page.select("#figures tr").eachText()).anyMatch(row -> row.startsWith("not served 0 0 "));
        assertThat(page.select("#figures tr").eachText()).anyMatch(row -> row.contains("at least"));
    }

    @Test
    void shouldConcludeNothingFromARecordThatDoesNotVerify() throws Exception {
        Recording diverging = new Lines(queue()) {
            @Override
            public String objection(String unit, Parallel parallel, WhatIf.Watch watch) {
                return "jobs.events/0/1: <another> value";
            }
        };

        Document page = page(answer("{\"load\":2}", diverging));

        assertThat(page.select("[data-figure=sentence]").text())
                .isEqualTo("The record does not verify, so nothing can be concluded from it: jobs.events/0/1: <another>"
                        + " value");
        assertThat(page.select("#figures")).isEmpty();
    }

    @Test
    void shouldEndWhileItReadsTheRecordWhenCancelled() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        Task task = started("{\"load\":2}", new Lines(queue()) {
            @Override
            public void read(String unit, WhatIf whatIf, WhatIf.Watch watch) {
                for (long i = 0; ; i++) {
                    watch.progress("records read", i, Long.MAX_VALUE);
                    reading.countDown();
                }
            }
        });
        reading.await();
        assertThat(task.stage()).isEqualTo("records read");

        tasks.cancel(task.id());

        await(task, State.CANCELLED);
    }

    /** No event comes in this world, so that no progress is reported. */
    @Test
    void shouldEndWhileItDecidesWhenCancelled() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Task task = started(new Asked("{\"load\":1}", "end", "+1h", ""), new Lines(queue()) {
            @Override
            public void read(String unit, WhatIf whatIf, WhatIf.Watch watch) {
                super.read(unit, whatIf, watch);
                try {
                    cancelled.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });

        tasks.cancel(task.id());
        cancelled.countDown();

        await(task, State.CANCELLED);
    }

    @Test
    void shouldRefuseADomainWithoutAModel() {
        assertThatThrownBy(() -> WhatIfTask.work(new ChunksDomain(), "n", asked("{\"load\":2}"), new Lines(queue())))
                .isInstanceOf(NoPage.class)
                .hasMessageContaining("chunks has no such model: 'rota chunks plan' answers for it");
    }

    private AnswerView answer(String change, Recording record) throws Exception {
        Task task = started(change, record);
        await(task, State.DONE);
        return (AnswerView) Objects.requireNonNull(task.answer());
    }

    private Task started(String change, Recording record) throws Exception {
        return started(asked(change), record);
    }

    private Task started(Asked asked, Recording record) throws Exception {
        String id = WhatIfTask.id("jobs", COHORT, asked);
        return Objects.requireNonNull(tasks.start(id, id, "", WhatIfTask.work(JOBS, COHORT, asked, record)));
    }

    private static Asked asked(String change) {
        return new Asked(change, "", "", "");
    }

    private static Document page(AnswerView answer) {
        StringOutput page = new StringOutput();
        new Html().part(new Part("whatif/answer", answer)).writeTo(page);
        return Jsoup.parse(page.toString());
    }

    private static void await(Task task, State state) {
        Await.until(() -> state + ", but it is " + task.state() + " " + task.problem(), () -> task.state() == state);
    }

    private static List<String> queue() {
        List<String> lines = new ArrayList<>();
        lines.add("{\"topic\":\"jobs.bots\",\"time\":0,\"value\":{\"bot\":\"b1\",\"session\":\"s\",\"event\":"
                + "{\"BotSync\":{}}}}");
        for (String job : List.of("a", "b", "c")) {
            lines.add("{\"topic\":\"jobs.submissions\",\"time\":1000,\"value\":{\"job\":\"" + job + "\",\"event\":"
                    + "{\"JobSubmitted\":{\"instance\":\"build\"}}}}");
        }
        int lease = 0;
        for (String job : List.of("a", "b", "c")) {
            lease++;
            lines.add("{\"topic\":\"jobs.bots\",\"time\":" + (1_000 + 60_000 * lease)
                    + ",\"value\":{\"bot\":\"b1\",\"session\":\"s\",\"event\":{\"BotSync\":{\"leases\":[{\"job\":\""
                    + job + "\",\"lease\":" + lease + ",\"state\":\"COMPLETED\"}]}}}}");
        }
        return lines;
    }

    /** A record in the lines of {@code simulate}. */
    private static class Lines implements Recording {

        private final Domain domain;
        private final List<String> lines;

        Lines(List<String> lines) {
            this(JOBS, lines);
        }

        Lines(Domain domain, List<String> lines) {
            this.domain = domain;
            this.lines = lines;
        }

        @Override
        public @Nullable String objection(String unit, Parallel parallel, WhatIf.Watch watch) {
            return null;
        }

        @Override
        public void read(String unit, WhatIf whatIf, WhatIf.Watch watch) {
            Simulation simulation = new Simulation(
                    domain, whatIf.machine(), record -> whatIf.record().take(record, null));
            try {
                for (String line : lines) {
                    simulation.line(line);
                }
            } catch (BadLine e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
