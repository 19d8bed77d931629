package dev.rota.worker.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"ann", "{\"balance\": 5}", "Zoë", "東京", "0", "x0x", "🚀"})
    void shouldShowTextAsItIs(String text) {
        assertThat(EntryText.of(text.getBytes(UTF_8))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a\tb", "a\nb", "0x61", "\u200b", "\u00a0", "\u2028", "\ue000"})
    void shouldShowAmbiguousTextAsHex(String text) {
        assertThat(EntryText.of(text.getBytes(UTF_8))).matches("0x[0-9a-f]*");
    }

    @Test
    void shouldShowOtherBytesAsHex() {
        assertThat(EntryText.of(new byte[] {(byte) 0xff, 0x00, 0x61})).isEqualTo("0xff0061");
        assertThat(EntryText.of(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}))
                .isEqualTo("0xeda080");
    }
}
