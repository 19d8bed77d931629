package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.pages.index.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchPageTest {

    private static final String CHAIN = "0123456789abcdef";

    @ParameterizedTest
    @CsvSource({
        "42, true",
        "#42, true",
        "4, false",
        "042, false",
        "012345, true",
        "012345678, true",
        "0123456789ABC, true",
        "0123456789abcdef00, true",
        "01234, false",
        "123456, false",
    })
    void shouldFindADecisionByItsNumberOrHead(String query, boolean found) {
        assertThat(SearchPage.numberOrHead(query).test(entry(42, CHAIN))).isEqualTo(found);
    }

    @Test
    void shouldNotMatchAHeadOfFewDigits() {
        assertThat(SearchPage.numberOrHead("0123456789").test(entry(1, "01234")))
                .isFalse();
        assertThat(SearchPage.numberOrHead("0123456789").test(entry(1, "012345")))
                .isTrue();
    }

    @Test
    void shouldNotTakeACheckpointForADecision() {
        assertThat(SearchPage.numberOrHead("0").test(entry(0, CHAIN))).isFalse();
        assertThat(SearchPage.numberOrHead("job").test(entry(0, CHAIN))).isFalse();
    }

    private static Entry entry(long seq, String chain) {
        Entry.Cause cause = new Entry.Cause(0, 1);
        return new Entry(
                "jobs", "jobs.events", "jobs.events", 0, 0, 1, "u", seq, cause, "jobs/1", chain, "", "", "", List.of());
    }
}
