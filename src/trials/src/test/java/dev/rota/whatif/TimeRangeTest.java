package dev.rota.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time of a comparison, as people write it. */
class TimeRangeTest {

    @ParameterizedTest
    @CsvSource({
        "+500ms,500",
        "+30s,30000",
        "+2m,120000",
        "+1h,3600000",
        "+1H,3600000",
        "+9999999999d,863999999913600000"
    })
    void shouldCountFromTheBeginning(String text, long to) throws Exception {
        assertThat(TimeRange.of("end", text)).isEqualTo(new TimeRange(null, true, to, true));
    }

    @Test
    void shouldReadTimes() throws Exception {
        assertThat(TimeRange.of("1970-01-01T00:00:01Z", "5000")).isEqualTo(new TimeRange(1_000L, false, 5_000L, false));
        assertThat(TimeRange.of("", "")).isEqualTo(new TimeRange(null, false, null, false));
    }

    @ParameterizedTest
    @CsvSource({
        "yesterday,'',from: expected a time such as",
        "+1h,'',from: expected a time such as",
        "-5,'',from: expected a time such as",
        "9999999999999999999,'',from: expected a time such as",
        "'',end,to: expected a time such as",
        "'',+1,'to: expected a time, or one after the beginning'",
        "'',+99999999999d,'to: expected a time, or one after the beginning'",
        "'',+1y,'to: expected a time, or one after the beginning'",
    })
    void shouldSayWhatIsWrong(String from, String to, String sentence) {
        assertThatThrownBy(() -> TimeRange.of(from, to)).hasMessageStartingWith(sentence);
    }
}
