package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.serde.NotPlainJson;
import dev.rota.stream.pages.PageAnswer;
import org.junit.jupiter.api.Test;

class ParsedPagesTest {

    private final ParsedPages pages = new ParsedPages();

    @Test
    void shouldParseAnAnswerOnce() throws Exception {
        // given
        PageAnswer answer = answer("{\"bots\":7}");

        // when
        JsonNode first = pages.of("/jobs/main/state.json", answer);
        JsonNode second = pages.of("/jobs/main/state.json", answer);

        // then
        assertThat(first.path("bots").asInt()).isEqualTo(7);
        assertThat(second).isSameAs(first);
    }

    @Test
    void shouldParseALaterAnswerThatReadsTheSame() throws Exception {
        JsonNode first = pages.of("/jobs/main/state.json", answer("{\"bots\":7}"));
        JsonNode second = pages.of("/jobs/main/state.json", answer("{\"bots\":7}"));

        assertThat(second).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void shouldNotMixUpUnits() throws Exception {
        // given
        PageAnswer one = answer("{\"bots\":1}");
        PageAnswer other = answer("{\"bots\":2}");
        var unused = pages.of("/jobs/one/state.json", one);

        // when, then
        assertThat(pages.of("/jobs/other/state.json", other).path("bots").asInt())
                .isEqualTo(2);
        assertThat(pages.of("/jobs/one/state.json", one).path("bots").asInt()).isEqualTo(1);
    }

    @Test
    void shouldForgetThoseThatWereAskedForLeastRecently() throws Exception {
        // given
        PageAnswer answer = answer("{}");
        JsonNode first = pages.of("/jobs/u0/state.json", answer);

        // when
        for (int unit = 1; unit <= 8; unit++) {
            var unused = pages.of("/jobs/u" + unit + "/state.json", answer);
        }

        // then
        assertThat(pages.of("/jobs/u0/state.json", answer)).isNotSameAs(first);
        assertThat(pages.of("/jobs/u8/state.json", answer)).isSameAs(pages.of("/jobs/u8/state.json", answer));
    }

    @Test
    void shouldNotKeepWhatIsLarge() throws Exception {
        // given
        PageAnswer small = answer("{}");
        PageAnswer large = answer("{\"bots\":\"" + "x".repeat(9_000_000) + "\"}");
        JsonNode kept = pages.of("/jobs/small/state.json", small);
        JsonNode first = pages.of("/jobs/large/state.json", large);

        // when
        JsonNode second = pages.of("/jobs/large/state.json", large);

        // then
        assertThat(same(second, first)).isFalse();
        assertThat(pages.of("/jobs/small/state.json", small)).isSameAs(kept);
    }

    @Test
    void shouldKeepSoManyBytesInAll() throws Exception {
        // given
        PageAnswer half = answer("{\"bots\":\"" + "x".repeat(3_500_000) + "\"}");
        JsonNode first = pages.of("/jobs/one/state.json", half);
        JsonNode second = pages.of("/jobs/two/state.json", half);

        // when
        JsonNode third = pages.of("/jobs/three/state.json", half);

        // then
        assertThat(same(pages.of("/jobs/three/state.json", half), third)).isTrue();
        assertThat(same(pages.of("/jobs/two/state.json", half), second)).isTrue();
        assertThat(same(pages.of("/jobs/one/state.json", half), first)).isFalse();
    }

    @Test
    void shouldSayEachTimeWhatIsNotJson() {
        PageAnswer answer = answer("{\"bots\":");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pages.of("/jobs/main/state.json", answer)).isInstanceOf(NotPlainJson.class);
        }
    }

    @SuppressWarnings("ReferenceEquality") // isSameAs would print them
    private static boolean same(JsonNode one, JsonNode other) {
        return one == other;
    }

    private static PageAnswer answer(String text) {
        return new PageAnswer(PageAnswer.Outcome.SHOWN, text);
    }
}
