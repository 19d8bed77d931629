package dev.rota.engine.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Ids;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.RefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrintableTest {

    @ParameterizedTest
    @ValueSource(
            ints = {
                0, 0x07, 0x0A, 0x0D, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9F, 0x061C, 0x200E, 0x200F, 0x2028, 0x2029,
                0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0xD800, 0xDC00
            })
    void shouldEscapeAndRefuseEachUnsafeCharacter(int unsafe) {
        String text = "a" + (char) unsafe + "b";
        assertThat(Printable.of(text)).matches("a\\\\u[0-9a-f]{4}b");
        assertThatThrownBy(() -> Ids.id("worker", text))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(IntakeReason.VALUE_INVALID))
                .hasMessageContaining(Printable.of(text));
        assertThatThrownBy(() -> Ids.unit("pool", text))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(IntakeReason.VALUE_INVALID));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "~ !", "é€\uD83D\uDE00", "\u00A0", "\u200D", "\u2027\u202F", "שלום"})
    void shouldLeaveSafeTextAsItIs(String text) {
        assertThat(Printable.of(text)).isSameAs(text);
        assertThatCode(() -> Ids.id("worker", text)).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseAnEmptyOrLongUnitAsAUnit() {
        assertThatThrownBy(() -> Ids.unit("pool", ""))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(IntakeReason.UNIT_INVALID));
        assertThatThrownBy(() -> Ids.unit("pool", "x".repeat(257)))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(IntakeReason.UNIT_INVALID));
    }
}
