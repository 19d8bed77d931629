package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks which packages may import which, and what deciding code must not use. */
class RoomsTest {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(place -> !place.contains("/src/trials/") && !place.contains("-tests.jar"))
            .importPackages("dev.rota");

    private static final String BROKEN = "dev.rota.laws.broken";
    private static final JavaClasses BROKEN_HOUSE = new ClassFileImporter().importPackages(BROKEN);

    static Stream<ArchRule> laws() {
        return Rooms.laws("dev.rota").stream();
    }

    @ParameterizedTest
    @MethodSource("laws")
    void shouldKeepTheLaw(ArchRule law) {
        law.check(HOUSE);
    }

    /** Each law can fail. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jobs imports of the house [engine] only             | jobs.scheduler.Neighbour",
                "serde imports of the house [engine, settings] only  | serde.Knowing",
                "what decides in chunks knows nothing of what shows  | chunks.scheduler.Deciding",
                "chunks.placement imports of chunks the vocabulary    | chunks.placement.Stateful",
                "worker.execute knows nothing of [worker.verify]     | worker.execute.Doubting",
                "audit.evidence imports of audit nothing only        | audit.evidence.Comparing",
                "audit.files imports of audit [evidence] only        | audit.files.Verifying",
                "bench.lanes imports of bench [report] only          | bench.lanes.Looping",
                "cli.options imports of cli nothing only             | cli.options.Listing",
                "cli.jobs imports of cli [options, io, process, cl   | cli.jobs.Copying",
                "engine.schema knows of the engine [Input, IntList,  | engine.schema.Forward",
                "engine.log knows of the engine the vocabulary      | engine.log.Forward",
                "engine.rows knows of the engine the vocabulary     | engine.rows.Forward",
                "engine.text knows of the engine [Nullable, Times]  | engine.text.Forward",
                "engine.machine knows of the engine the vocabulary  | engine.machine.Talking",
                "the engine's vocabulary knows of its rooms          | engine.Driving",
                "every package of the engine is a room               | engine.annex.Shed",
                "cores uses of the engine the vocabulary and [text]  | cores.scheduler.Impure",
                "serde uses of the engine the vocabulary and         | serde.Knowing",
                "pages see of chunks its vocabulary and what it     | pages.Showing",
                "pages see of chunks its vocabulary and what it     | pages.domain.chunks.Inferring",
                "every package is a room that the law knows          | annex.Shed",
                "every package is a room that the law knows          | audit.annex.Shed",
                "Kafka's internals are used from kafka, local        | stream.partition.Streaming",
                "of the rooms of stream, kstreams alone sees         | stream.partition.Streaming",
                "stream.partition imports of stream [common, log,    | stream.partition.Streaming",
                "engine, domains and workloads see no Kafka          | cores.scheduler.Impure",
                "engine, domains and workloads ask the log           | cores.scheduler.Impure",
                "engine, domains and workloads see no Kafka          | workload.Live",
                "domains use the engine, Avro and plain Java         | cores.scheduler.Impure",
                "domains have no clock                               | cores.scheduler.Impure",
                "of a domain the verbs see its vocabulary and its   | cli.Prying",
                "of a domain the verbs see its vocabulary and its   | cli.shards.Peeking",
            })
    void shouldFindTheClassThatBreaksTheLaw(String law, String breaker) {
        // given
        List<ArchRule> named = Rooms.laws(BROKEN).stream()
                .filter(rule -> rule.getDescription().startsWith(law))
                .toList();
        assertThat(named).hasSize(1);

        // when
        List<String> found =
                named.get(0).evaluate(BROKEN_HOUSE).getFailureReport().getDetails();

        // then
        assertThat(found).anyMatch(detail -> detail.contains(BROKEN + "." + breaker));
    }

    @Test
    void shouldCheckAllClasses() {
        assertThat(HOUSE.stream().map(type -> type.getPackageName()).distinct())
                .contains("dev.rota.engine", "dev.rota.cores", "dev.rota.stream", "dev.rota.cli");
        assertThat(HOUSE.contain("dev.rota.cores.BlockEvent"))
                .as("generated classes are in it")
                .isTrue();
    }
}
