package dev.rota.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class KeyTest {

    @Property
    void shouldOrderNumbersAsNumbers(@ForAll long one, @ForAll long other) {
        assertThat(sign(Key.of(one).compareTo(Key.of(other)))).isEqualTo(Long.compare(one, other));
    }

    @Property
    void shouldOrderSmallNumbersAsNumbers(@ForAll int one, @ForAll int other) {
        assertThat(sign(Key.of(one).compareTo(Key.of(other)))).isEqualTo(Integer.compare(one, other));
    }

    @Property
    void shouldOrderTextsByTheirBytes(@ForAll("texts") String one, @ForAll("texts") String other) {
        assertThat(sign(Key.of(one).compareTo(Key.of(other))))
                .isEqualTo(sign(Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8))));
    }

    @Property
    void shouldOrderByTheFirstPartThatDiffers(
            @ForAll("texts") String one, @ForAll("texts") String other, @ForAll int a, @ForAll int b) {
        // given
        int expected = Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));

        // when
        int order = Key.of()
                .text(one)
                .number(a)
                .end()
                .compareTo(Key.of().text(other).number(b).end());

        // then
        assertThat(sign(order)).isEqualTo(expected == 0 ? Integer.compare(a, b) : sign(expected));
    }

    @Property
    void shouldReadBackItsParts(@ForAll("texts") String text, @ForAll int small, @ForAll long large) {
        // given
        Key key = Key.of()
                .kind(200)
                .text(text)
                .number(small)
                .number(large)
                .text("rest")
                .end();

        // when
        Key.Reader reader = key.read();

        // then
        assertThat(reader.kind()).isEqualTo(200);
        assertThat(reader.text()).isEqualTo(text);
        assertThat(reader.number32()).isEqualTo(small);
        assertThat(reader.number64()).isEqualTo(large);
        assertThat(reader.rest()).isEqualTo(Key.of("rest"));
    }

    @Test
    void shouldLetNoTextBeThePrefixOfAnother() {
        for (String longer : new String[] {"ab", "a\0", "a\0\0", "aÿ"}) {
            assertThat(Bytes.startsWith(Key.of(longer).bytes(), Key.of("a").bytes()))
                    .as(longer)
                    .isFalse();
        }
    }

    /** Texts with many zeros and few letters, so that they often begin alike. */
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().withChars('\0', '\1', 'a', 'ÿ', '☃').ofMaxLength(5);
    }

    private static int sign(int order) {
        return Integer.compare(order, 0);
    }
}
