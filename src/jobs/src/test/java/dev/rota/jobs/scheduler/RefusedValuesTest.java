package dev.rota.jobs.scheduler;

import static dev.rota.jobs.scheduler.BotEventBuilder.bot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Decision;
import dev.rota.engine.Limits;
import dev.rota.engine.Rejection;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.InstanceQuota;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.PolicyEvent;
import dev.rota.jobs.Sampling;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that the schema allows and the contract does not are refused by intake, before any cohort. */
class RefusedValuesTest {

    private static final String TOO_LONG = "i".repeat(Limits.ID_BYTES_MAX + 1);

    private final TestFarm farm = TestFarm.warm();

    static Stream<Arguments> refused() {
        JobSubmitted fine = TestFarm.wanted("a", 0, null);
        List<String> many = new ArrayList<>();
        for (int i = 0; i <= JobsLimits.PROPERTIES_MAX; i++) {
            many.add("name" + i);
            many.add("value");
        }
        BotEventBuilder crowded = bot("b");
        for (int i = 0; i < many.size(); i += 2) {
            crowded.has(many.get(i), many.get(i + 1));
        }
        BotEventBuilder talkative = bot("b");
        for (int i = 0; i <= JobsLimits.LEASES_REPORTED_MAX; i++) {
            talkative.active("j", i);
        }
        return Stream.of(
                job("j", "unknown", TestFarm.wanted("a", 0, null, many.toArray(String[]::new)), "at most 1000"),
                job("", "unknown", fine, "job to be an id, but it is empty"),
                job("j", "", fine, "label to be an id, but it is empty"),
                job("j", "unknown", TestFarm.wanted("", 0, null), "instance to be an id, but it is empty"),
                job("j", "unknown", TestFarm.wanted("a", 0, null, "", "x"), "a name in requirements"),
                job("j", "unknown", TestFarm.wanted("a", 0, null, "x", TOO_LONG), "a value in requirements"),
                job(
                        "j",
                        "unknown",
                        TestFarm.wanted("a", 0, null, "x", "ü".repeat(129)),
                        "a value in requirements to have at most 256 bytes, but it has 258"),
                job("j", "unknown", TestFarm.wanted("a", 0, TOO_LONG), "localityHint to have at most 256 bytes"),
                job(
                        "j",
                        "unknown",
                        JobSubmitted.newBuilder()
                                .setInstance("a")
                                .setPayload(ByteBuffer.allocate(524_289))
                                .build(),
                        "a payload of at most 524288 bytes, but it has 524289"),
                job(TOO_LONG, "unknown", fine, "job to have at most 256 bytes, but it has 257"),
                job("ü".repeat(129), "unknown", fine, "job to have at most 256 bytes, but it has 258"),
                job("j", TOO_LONG, fine, "label to have at most 256 bytes"),
                sync(bot("b").capacity(-1), "a capacity of at least 0, but it is -1"),
                sync(bot("b").capacity(Integer.MIN_VALUE), "a capacity of at least 0"),
                sync(bot("b").capacity(10_001), "a capacity of at most 10000, but it is 10001"),
                sync(talkative, "at most 10000 leases, but there are 10001"),
                sync(bot(""), "bot to be an id, but it is empty"),
                sync(bot("b").in(""), "session to be an id, but it is empty"),
                sync(bot("b").of(""), "instance to be an id, but it is empty"),
                sync(bot("b").labelled(""), "a label to be an id, but it is empty"),
                sync(bot("b").has("", "x"), "a name in properties"),
                sync(bot("b").active("", 1), "a lease's job to be an id, but it is empty"),
                sync(bot("b").completed(TOO_LONG, 1), "a lease's job to have at most 256 bytes"),
                sync(crowded, "at most 1000 properties, but there are 1001"),
                rule(
                        InstanceQuota.newBuilder()
                                .setInstance("")
                                .setMin(0)
                                .setMax(1)
                                .build(),
                        "instance to be an id, but it is empty"),
                rule(weights(Double.NaN, 0, 0), "priorityWeight to be a finite number, but it is NaN"),
                rule(weights(0, Double.POSITIVE_INFINITY, 0), "localityWeight to be a finite number"),
                rule(weights(0, 0, Double.NEGATIVE_INFINITY), "capacityWeight to be a finite number"));
    }

    private static Arguments job(String id, String label, JobSubmitted submitted, String said) {
        return Arguments.of(new JobEvent(id, label, submitted), said);
    }

    private static Arguments sync(BotEventBuilder bot, String said) {
        return Arguments.of(bot.sync(), said);
    }

    private static Arguments rule(SpecificRecord rule, String said) {
        return Arguments.of(new PolicyEvent("default", rule), said);
    }

    private static CohortPolicy weights(double priority, double locality, double capacity) {
        return CohortPolicy.newBuilder()
                .setSampling(Sampling.newBuilder()
                        .setSampleSize(1)
                        .setPriorityWeight(priority)
                        .setLocalityWeight(locality)
                        .setCapacityWeight(capacity)
                        .build())
                .build();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseInvalidValues(SpecificRecord event, String said) {
        List<Decision> decided = farm.decisions(event);

        assertThat(decided).singleElement().satisfies(decision -> {
            assertThat(decision.unit()).isEmpty();
            Rejection rejection = (Rejection) decision.value();
            assertThat(rejection.getReason()).isEqualTo("VALUE_INVALID");
            assertThat(rejection.getMessage()).startsWith("expected ").contains(said);
        });
    }

    @Test
    void shouldAcceptIdsOfTheGreatestLength() {
        String longest = "i".repeat(Limits.ID_BYTES_MAX);
        farm.sync(bot(longest).in(longest).of(longest).has(longest, longest));
        assertThat(farm.submit(longest, "unknown", TestFarm.wanted(longest, 0, longest, longest, longest)))
                .contains(longest + " ASSIGNED " + longest);
    }
}
