package dev.rota.audit.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.audit.evidence.Buffers;
import org.junit.jupiter.api.Test;

class InputWindowTest {

    @Test
    void shouldFindDigestsInMemoryAndInTheFile() {
        try (Buffers buffers = new Buffers(2_000, 1)) {
            InputWindow window = new InputWindow(buffers);
            for (int offset = 0; offset < 3_000; offset += 3) {
                window.add(offset, digest(offset));
            }

            for (int offset = 0; offset < 3_000; offset++) {
                if (offset % 3 == 0) {
                    assertThat(window.take(offset)).isEqualTo(digest(offset));
                } else {
                    assertThat(window.take(offset)).isNull();
                }
            }
            assertThat(buffers.most()).isLessThanOrEqualTo(2_200);
            assertThat(buffers.spill().written()).isPositive();
        }
    }

    private static byte[] digest(int offset) {
        byte[] value = {(byte) offset, (byte) (offset >> 8)};
        return InputDigest.of(value, value);
    }
}
