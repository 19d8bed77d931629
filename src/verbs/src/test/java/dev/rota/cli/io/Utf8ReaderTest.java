package dev.rota.cli.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cli.options.Unusable;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Utf8ReaderTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8_192})
    void shouldReadWhatIsSentInPieces(int piece) throws IOException {
        // given characters of one to four bytes, more than one buffer full
        String text = "aé€😀\n".repeat(3_000) + "end";

        // then
        try (BufferedReader lines = lines(text.getBytes(UTF_8), piece)) {
            assertThat(lines.lines()).containsExactlyElementsOf(text.lines().toList());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 8_192})
    void shouldHandOutAllLinesBeforeTheOneThatIsNoText(int piece) throws IOException {
        // given
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("one\ntwo\nth".getBytes(UTF_8));
        bytes.write(0xff);
        bytes.writeBytes("ree\nfour\n".getBytes(UTF_8));

        // then
        try (BufferedReader lines = lines(bytes.toByteArray(), piece)) {
            assertThat(lines.readLine()).isEqualTo("one");
            assertThat(lines.readLine()).isEqualTo("two");
            assertThatThrownBy(lines::readLine)
                    .isInstanceOf(Unusable.class)
                    .hasMessage("line 3: expected UTF-8 text, but found the byte 0xff, which is not valid");
        }
    }

    @Test
    void shouldRefuseACharacterThatIsCutOff() throws IOException {
        try (BufferedReader lines = lines(new byte[] {'a', '\n', (byte) 0xe2, (byte) 0x82}, 2)) {
            assertThat(lines.readLine()).isEqualTo("a");
            assertThatThrownBy(lines::readLine)
                    .isInstanceOf(Unusable.class)
                    .hasMessageStartingWith("line 2: expected UTF-8 text, but found the byte 0xe2");
        }
    }

    private static BufferedReader lines(byte[] bytes, int piece) {
        InputStream pieces = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(piece, length));
            }
        };
        return new BufferedReader(new Utf8Reader(pieces));
    }
}
