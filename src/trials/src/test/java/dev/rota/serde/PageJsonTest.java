package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import dev.rota.trials.Seeded;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pages are written from records, and read back as the same records. */
class PageJsonTest {

    record Page(
            long asOf,
            @Nullable String none,
            boolean isOpen,
            List<Line> lines,
            @Nullable List<Line> more,
            Map<String, Integer> counts) {

        /** Returns whether there are several lines. The method is not a component, so it must not become a member. */
        boolean isLong() {
            return lines.size() > 1;
        }
    }

    record Line(String id, @Nullable Long size) {}

    @Test
    void shouldWriteComponentsAndLeaveOutNullLists() throws NotPlainJson {
        Page page = new Page(1_000, null, true, List.of(new Line("a", 1L), new Line("b", null)), null, Map.of("x", 2));

        String text = PlainJson.page(page);

        assertThat(text)
                .isEqualTo("{\"asOf\":1000,\"none\":null,\"isOpen\":true,\"lines\":[{\"id\":\"a\",\"size\":1},"
                        + "{\"id\":\"b\",\"size\":null}],\"counts\":{\"x\":2}}\n");
        assertThat(PlainJson.page(Page.class, text).lines()).isEqualTo(page.lines());
    }

    @Test
    void shouldReadWhatOtherBuildsWrite() throws NotPlainJson {
        Page page = PlainJson.page(Page.class, "{\"asOf\":7,\"newer\":{\"a\":[1]}}");

        assertThat(page.asOf()).isEqualTo(7);
        assertThat(page.none()).isNull();
        assertThat(page.lines()).isEmpty();
        assertThat(page.counts()).isEmpty();
        assertThat(PlainJson.nothing(Page.class)).isEqualTo(PlainJson.page(Page.class, "{}"));
    }

    @Test
    void shouldSayWhatIsNoPage() {
        assertThatThrownBy(() -> PlainJson.page(Page.class, "<html>")).isInstanceOf(NotPlainJson.class);
    }

    @Seeded(1_000)
    void shouldWriteAnyText(long seed) throws NotPlainJson {
        Line line = new Line(anyText(new Random(seed)), seed);

        String text = PlainJson.page(line);

        assertThat(PlainJson.page(Line.class, text)).isEqualTo(line);
        assertThat(text.strip().chars().anyMatch(Printable::isUnsafe)).isFalse();
    }

    /** Returns a text of letters, controls, quotes, characters beyond 16 bits, and halves of these. */
    private static String anyText(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(20); i > 0; i--) {
            int bits = random.nextInt(17);
            text.append((char) random.nextInt(1 << bits));
        }
        return text.append(random.nextBoolean() ? "\uD83D\uDE00" : "\"\\").toString();
    }
}
