package dev.rota.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.serde.NotPlainJson;
import dev.rota.stream.pages.PageAnswer;
import org.junit.jupiter.api.Test;

class ParsedPagesTest {

    record Bots(int bots) {}

    private final ParsedPages pages = new ParsedPages();

    @Test
    void shouldParseAnAnswerOnce() throws Exception {
        // given
        PageAnswer answer = answer("{\"bots\":7}");

        // when
        Bots first = pages.of("/jobs/main/state.json", answer, Bots.class);
        Bots second = pages.of("/jobs/main/state.json", answer, Bots.class);

        // then
        assertThat(first.bots()).isEqualTo(7);
        assertThat(second).isSameAs(first);
    }

    @Test
    void shouldParseALaterAnswerThatReadsTheSame() throws Exception {
        Bots first = pages.of("/jobs/main/state.json", answer("{\"bots\":7}"), Bots.class);
        Bots second = pages.of("/jobs/main/state.json", answer("{\"bots\":7}"), Bots.class);

        assertThat(second).isEqualTo(first).isNotSameAs(first);
    }

    @Test
    void shouldNotMixUpUnits() throws Exception {
        // given
        PageAnswer one = answer("{\"bots\":1}");
        PageAnswer other = answer("{\"bots\":2}");
        var unused = pages.of("/jobs/one/state.json", one, Bots.class);

        // when, then
        assertThat(pages.of("/jobs/other/state.json", other, Bots.class).bots()).isEqualTo(2);
        assertThat(pages.of("/jobs/one/state.json", one, Bots.class).bots()).isEqualTo(1);
    }

    @Test
    void shouldForgetThoseThatWereAskedForLeastRecently() throws Exception {
        // given
        PageAnswer answer = answer("{}");
        Bots first = pages.of("/jobs/u0/state.json", answer, Bots.class);

        // when
        for (int unit = 1; unit <= 8; unit++) {
            var unused = pages.of("/jobs/u" + unit + "/state.json", answer, Bots.class);
        }

        // then
        assertThat(pages.of("/jobs/u0/state.json", answer, Bots.class)).isNotSameAs(first);
        assertThat(pages.of("/jobs/u8/state.json", answer, Bots.class))
                .isSameAs(pages.of("/jobs/u8/state.json", answer, Bots.class));
    }

    @Test
    void shouldNotKeepWhatIsLarge() throws Exception {
        // given
        PageAnswer small = answer("{}");
        PageAnswer large = answer("{\"bots\":1,\"more\":\"" + "x".repeat(9_000_000) + "\"}");
        Bots kept = pages.of("/jobs/small/state.json", small, Bots.class);
        Bots first = pages.of("/jobs/large/state.json", large, Bots.class);

        // when
        Bots second = pages.of("/jobs/large/state.json", large, Bots.class);

        // then
        assertThat(same(second, first)).isFalse();
        assertThat(pages.of("/jobs/small/state.json", small, Bots.class)).isSameAs(kept);
    }

    @Test
    void shouldKeepSoManyBytesInAll() throws Exception {
        // given
        PageAnswer half = answer("{\"bots\":1,\"more\":\"" + "x".repeat(3_500_000) + "\"}");
        Bots first = pages.of("/jobs/one/state.json", half, Bots.class);
        Bots second = pages.of("/jobs/two/state.json", half, Bots.class);

        // when
        Bots third = pages.of("/jobs/three/state.json", half, Bots.class);

        // then
        assertThat(same(pages.of("/jobs/three/state.json", half, Bots.class), third))
                .isTrue();
        assertThat(same(pages.of("/jobs/two/state.json", half, Bots.class), second))
                .isTrue();
        assertThat(same(pages.of("/jobs/one/state.json", half, Bots.class), first))
                .isFalse();
    }

    @Test
    void shouldSayEachTimeWhatIsNotJson() {
        PageAnswer answer = answer("{\"bots\":");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> pages.of("/jobs/main/state.json", answer, Bots.class))
                    .isInstanceOf(NotPlainJson.class);
        }
    }

    @SuppressWarnings("ReferenceEquality") // isSameAs would print them
    private static boolean same(Bots one, Bots other) {
        return one == other;
    }

    private static PageAnswer answer(String text) {
        return new PageAnswer(PageAnswer.Outcome.SHOWN, text);
    }
}
