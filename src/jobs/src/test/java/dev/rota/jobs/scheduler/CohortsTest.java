package dev.rota.jobs.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rota.engine.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CohortsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "linux          | expected cohorts as name:label,label;..., but 'linux' is none",
                "''             | expected cohorts as name:label,label;..., but '' is none",
                "a:x;           | expected cohorts as name:label,label;..., but '' is none",
                "a:x;;b:y       | expected cohorts as name:label,label;..., but '' is none",
                ":x             | expected cohorts as name:label,label;..., but ':x' is none",
                "' :x'          | expected cohorts as name:label,label;..., but ' :x' is none",
                "a:             | expected labels in cohort 'a', but one is empty",
                "a:x,           | expected labels in cohort 'a', but one is empty",
                "a:x,,y         | expected labels in cohort 'a', but one is empty",
                "a:x;a:y        | expected each cohort once, but 'a' is there twice",
                "'a:x; a :y'    | expected each cohort once, but 'a' is there twice",
            })
    void shouldSayInOneSentenceWhatIsWrong(String setting, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cohorts.parse(setting))
                .withMessage(sentence);
    }

    @Test
    void shouldLimitNamesInBytes() {
        // given a name of umlauts, which take two bytes each
        String longest = "ü".repeat(Limits.UNIT_BYTES_MAX / 2);

        // then
        assertThat(Cohorts.parse(longest + ":x").ofJob("x")).isEqualTo(longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Cohorts.parse(longest + "u:x"))
                .withMessageStartingWith("expected a cohort's name of at most 256 bytes, but '");
    }

    @Test
    void shouldChooseTheFirstCohortThatHasTheLabel() {
        Cohorts cohorts = Cohorts.parse("linux:linux,unknown;both:linux,mac; mac : mac , apple ");

        assertThat(List.of("linux", "unknown", "mac", "apple"))
                .extracting(cohorts::ofJob)
                .containsExactly("linux", "linux", "both", "mac");
        assertThat(cohorts.ofJob("windows")).isNull();
        assertThat(cohorts.ofBot(List.of())).isEqualTo("linux");
        assertThat(cohorts.ofBot(List.of("mac", "linux"))).isEqualTo("both");
        assertThat(cohorts.ofBot(List.of("mac", "unknown"))).isNull();
        assertThat(cohorts.ofBot(List.of("apple", "apple"))).isEqualTo("mac");
        assertThat(cohorts.names()).containsExactly("linux", "both", "mac");
    }

    @Test
    void shouldKeepColonsInLabels() {
        assertThat(Cohorts.parse("a:os:linux,x").ofJob("os:linux")).isEqualTo("a");
    }

    @Test
    void shouldHaveOneCohortForAllIfNoneIsConfigured() {
        assertThat(Cohorts.DEFAULT.ofJob("anything")).isEqualTo("default");
        assertThat(Cohorts.DEFAULT.ofBot(List.of("a", "b"))).isEqualTo("default");
        assertThat(Cohorts.DEFAULT.has("default")).isTrue();
        assertThat(Cohorts.DEFAULT.has("other")).isFalse();
    }
}
