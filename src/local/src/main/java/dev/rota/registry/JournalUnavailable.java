package dev.rota.registry;

import dev.rota.engine.Nullable;

/** Thrown if the journal cannot be read or written now. The message is one sentence for people. */
final class JournalUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    JournalUnavailable(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
