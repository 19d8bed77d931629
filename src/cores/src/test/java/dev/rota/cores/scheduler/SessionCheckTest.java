package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SessionCheckTest {

    @Test
    void shouldAcceptTheSmallestSession() {
        // given
        CoresConfig.Builder config = config().setParathreadCores(0)
                .setGroupRotationFrequency(0)
                .setSchedulingLookahead(0)
                .setMaxValidators(0)
                .setForecastBlocks(1)
                .setMaxValidatorsPerCore(0);
        SessionChange change = Sessions.change(config)
                .setIndex(0)
                .setParachains(List.of())
                .setParathreads(List.of())
                .setValidators(List.of())
                .build();

        // then
        assertThat(SessionCheck.fault(change)).isNull();
    }

    @Test
    void shouldAcceptTheLargestSession() {
        // given
        CoresConfig.Builder config = config().setParathreadCores(CoresLimits.CORES_MAX - 2)
                .setParathreadRetries(Integer.MAX_VALUE)
                .setGroupRotationFrequency(Integer.MAX_VALUE)
                .setChainAvailabilityPeriod(Integer.MAX_VALUE)
                .setThreadAvailabilityPeriod(Integer.MAX_VALUE)
                .setSchedulingLookahead(Integer.MAX_VALUE)
                .setForecastBlocks(CoresLimits.FORECAST_BLOCKS_MAX)
                .setMaxValidatorsPerCore(10)
                .setMaxValidators(Integer.MAX_VALUE);
        SessionChange change = Sessions.change(config)
                .setIndex(Integer.MAX_VALUE)
                .setParathreads(Sessions.numbers(1_000, 999 + CoresLimits.PARATHREADS_MAX))
                .setValidators(Sessions.validators(CoresLimits.VALIDATORS_MAX))
                .setRandomness("aB".repeat(CoresLimits.RANDOMNESS_BYTES_MAX))
                .build();

        // then
        assertThat(SessionCheck.fault(change)).isNull();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void shouldSayWhatIsWrong(String what, SessionChange change) {
        assertThat(SessionCheck.fault(change))
                .contains(what)
                .startsWith("expected ")
                .contains(", but ");
    }

    static Stream<Arguments> shouldSayWhatIsWrong() {
        return Stream.of(
                Arguments.of("index", change().setIndex(-1).build()),
                Arguments.of("parathreadCores", Sessions.of(config().setParathreadCores(-1))),
                Arguments.of("parathreadRetries", Sessions.of(config().setParathreadRetries(-1))),
                Arguments.of("groupRotationFrequency", Sessions.of(config().setGroupRotationFrequency(-1))),
                Arguments.of("chainAvailabilityPeriod", Sessions.of(config().setChainAvailabilityPeriod(0))),
                Arguments.of("threadAvailabilityPeriod", Sessions.of(config().setThreadAvailabilityPeriod(0))),
                Arguments.of("schedulingLookahead", Sessions.of(config().setSchedulingLookahead(-1))),
                Arguments.of("maxValidatorsPerCore", Sessions.of(config().setMaxValidatorsPerCore(-1))),
                Arguments.of("forecastBlocks", Sessions.of(config().setForecastBlocks(0))),
                Arguments.of("forecastBlocks to be at most 32", Sessions.of(config().setForecastBlocks(33))),
                Arguments.of("maxValidators", Sessions.of(config().setMaxValidators(-1))),
                Arguments.of("a para", change().setParachains(List.of(-1)).build()),
                Arguments.of("a para", change().setParathreads(List.of(-1)).build()),
                Arguments.of("each para", change().setParachains(List.of(5, 5)).build()),
                Arguments.of("each para", change().setParathreads(List.of(3, 3)).build()),
                Arguments.of("each para", change().setParachains(List.of(3)).build()),
                Arguments.of(
                        "each validator",
                        change().setValidators(List.of("a", "a")).build()),
                Arguments.of("hex", change().setRandomness("0").build()),
                Arguments.of("hex", change().setRandomness("0x").build()),
                Arguments.of("1000 cores", Sessions.of(config().setParathreadCores(999))),
                Arguments.of("1000 cores", Sessions.of(config().setParathreadCores(Integer.MAX_VALUE))),
                Arguments.of(
                        "1000 cores",
                        Sessions.change(config().setMaxValidatorsPerCore(1))
                                .setValidators(Sessions.validators(1_001))
                                .build()),
                Arguments.of(
                        "10000 validators",
                        change().setValidators(Sessions.validators(10_001)).build()),
                Arguments.of(
                        "100000 parathreads",
                        change().setParathreads(Sessions.numbers(1_000, 101_000))
                                .build()),
                Arguments.of(
                        "1024 bytes of randomness",
                        change().setRandomness("ab".repeat(1_025)).build()));
    }

    private static CoresConfig.Builder config() {
        return Sessions.config();
    }

    private static SessionChange.Builder change() {
        return Sessions.change(config());
    }
}
