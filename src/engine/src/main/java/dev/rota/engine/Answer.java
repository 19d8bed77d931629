package dev.rota.engine;

import java.util.List;

/**
 * The answer to an {@link Inquiry}.
 * @param state a word for programs, such as {@code QUEUED}
 * @param sentence the answer in one sentence for people
 * @param lines the full answer for people if one sentence is not enough; otherwise empty
 * @param details the full answer for programs; null if state and sentence contain everything
 */
public record Answer(
        String state,
        String sentence,
        List<String> lines,
        @Nullable Record details) {

    public Answer {
        lines = List.copyOf(lines);
    }

    public Answer(String state, String sentence) {
        this(state, sentence, List.of(), null);
    }
}
