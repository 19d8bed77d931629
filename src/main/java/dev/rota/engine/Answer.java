package dev.rota.engine;

import java.util.List;

/**
 * The answer to an {@link Inquiry}.
 *
 * @param state a word for programs, such as {@code QUEUED}
 * @param sentence the answer in one sentence for people
 * @param lines the whole answer for people, where a sentence is not enough; else none
 * @param details the whole answer for programs; null where state and sentence are all
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
