package dev.rota.serde;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import java.util.HexFormat;

/** Escapes the characters that JSON requires to be escaped, and those that must not reach a terminal. */
final class UnsafeEscapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;
    private static final int DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] escapes = standardAsciiEscapesForJSON();
        escapes[DELETE] = ESCAPE_STANDARD;
        return escapes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
        return Printable.isUnsafe(c)
                ? new SerializedString("\\u" + HexFormat.of().toHexDigits((char) c))
                : null;
    }
}
