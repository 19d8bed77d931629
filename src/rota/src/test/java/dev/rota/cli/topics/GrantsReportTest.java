package dev.rota.cli.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cli.VerbRun;
import dev.rota.cli.options.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code topics --acls} needs no cluster. */
class GrantsReportTest {

    @Test
    void shouldListWhatARoleNeeds() {
        VerbRun run = VerbRun.here(
                "topics",
                "--acls",
                "--domains",
                "jobs,shards",
                "--principal",
                "worker=w1",
                "--principal",
                "void=User:op",
                "--set",
                "topic.prefix=p.");

        assertThat(run).isEqualTo(new VerbRun(ExitCode.DONE, """
                worker: User:w1
                  topic            literal  p.shards.assignments             Read, Describe
                  topic            literal  p.shards.blocks                  Read, Describe
                  topic            literal  p.shards.worker-events           Read, Describe
                  topic            literal  p.shards.workers                 Write, Describe
                  topic            literal  p.shards.states                  Read, Describe
                  topic            literal  p.shards.receipts                Read, Describe
                  topic            literal  p.shards.workers                 Read, Describe
                void: User:op
                  topic            literal  p.jobs.log                       Read, Write, Describe
                  group            literal  p.rota-jobs-scheduler            Describe
                  topic            literal  p.shards.log                     Read, Write, Describe
                  group            literal  p.rota-shards-scheduler          Describe
                """, ""));
    }

    @Test
    void shouldListEachUserOfARole() {
        VerbRun run = VerbRun.here(("topics --acls --domains cores --principal produce=one --principal produce=another"
                        + " --principal produce=one")
                .split(" "));

        assertThat(run.out().lines().filter(line -> !line.startsWith(" ")))
                .containsExactly("produce: User:one", "produce: User:another");
    }

    @Test
    void shouldNameAUserForEachRole() {
        VerbRun run = VerbRun.here("topics", "--acls", "--domains", "cores");

        assertThat(run.out().lines().filter(line -> !line.startsWith(" ")))
                .containsExactly(
                        "run: User:rota-run",
                        "run with registry.port: User:rota-registry",
                        "topics: User:rota-topics",
                        "topics --apply: User:rota-apply",
                        "audit: User:rota-audit",
                        "pages: User:rota-pages",
                        "explain: User:rota-explain",
                        "void: User:rota-void",
                        "produce: User:rota-produce",
                        "consume: User:rota-consume");
    }

    @Test
    void shouldWriteResourcesOfStrimzi() {
        VerbRun run = VerbRun.here(
                "topics",
                "--acls",
                "--as",
                "strimzi",
                "--domains",
                "cores",
                "--principal",
                "run=op",
                "--principal",
                "void=op");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.out()).startsWith("""
                        ---
                        apiVersion: kafka.strimzi.io/v1
                        kind: KafkaUser
                        metadata:
                          name: "op"
                        spec:
                          authorization:
                            type: simple
                            acls:
                              - resource:
                                  type: topic
                                  name: "cores.blocks"
                                  patternType: literal
                                operations: [Read, Describe]
                        """).contains("""
                              - resource:
                                  type: transactionalId
                                  name: "rota-cores"
                                  patternType: prefix
                                operations: [Write, Describe]
                        """).containsOnlyOnce("kind:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--acls --principal fly=x           | expected --principal ROLE=NAME with a role (run, registry, topics,",
                "--acls --principal run             | expected --principal ROLE=NAME, but it is 'run'",
                "--acls --apply                     | expected --principal ROLE=NAME with --acls --apply",
                "--acls --as yaml                   | expected --as strimzi",
                "--acls --apply --as strimzi --principal run=x | expected --as strimzi without --apply",
                "--as yaml                          | expected --as strimzi",
                "--as strimzi --apply               | expected --as strimzi without --apply",
                "--principal run=x                  | expected --acls with --principal",
                "--as strimzi --principal run=x     | expected --acls with --principal",
            })
    void shouldRefuseInvalidOptions(String options, String why) {
        VerbRun run = VerbRun.here(("topics " + options).split(" "));

        assertThat(run.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(run.err().lines()).singleElement().asString().contains(why);
    }
}
