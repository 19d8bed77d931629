package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 7, '\n', '\r', '\t', 0x1b, 0x7f, 0x85, 0x9b, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xd800
            })
    void shouldEscapeWhatIsNotText(int unsafe) {
        assertThat(Printable.escape("a" + (char) unsafe + "b")).isEqualTo("a\\u%04Xb", unsafe);
    }

    @Test
    void shouldLeaveTextAlone() {
        String text = "polkadot/ä/日本/" + Character.toString(0x1f600) + " \\u000A 'x' \"y\"";

        assertThat(Printable.escape(text)).isSameAs(text);
    }

    @Test
    void shouldLeavePairsOfSurrogatesAloneBesideWhatItEscapes() {
        String smile = Character.toString(0x1f600);

        assertThat(Printable.escape("\n" + smile)).isEqualTo("\\u000A" + smile);
    }
}
