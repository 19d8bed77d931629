package dev.rota.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import dev.rota.stream.pages.PageAnswer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The pages of units that were parsed last. For a second all who ask for a page get the same answer, and to parse the
 * state of a large unit takes longer than to draw it. Any thread may use it; nobody changes a tree.
 */
final class ParsedPages {

    private static final int KEPT_MAX = 8;

    /** Of all texts that are kept. A tree takes several times as much memory as its text. */
    private static final int BYTES_MAX = 8 << 20;

    private record Parsed(PageAnswer answer, FutureTask<JsonNode> tree) {

        int bytes() {
            return answer.body().remaining();
        }
    }

    /** Those that were asked for least recently come first. */
    private final Map<String, Parsed> kept = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * The answer as a tree. Who asks for one that is just being parsed waits for it.
     *
     * @param address what was asked for
     */
    JsonNode of(String address, PageAnswer answer) throws NotPlainJson, InterruptedException {
        FutureTask<JsonNode> tree = task(address, answer);
        // Has no effect if somebody else has begun it.
        tree.run();
        try {
            return tree.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotPlainJson notJson) {
                throw notJson;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @SuppressWarnings("ReferenceEquality") // to compare the texts would take as long as to parse them
    private synchronized FutureTask<JsonNode> task(String address, PageAnswer answer) {
        Parsed parsed = kept.get(address);
        if (parsed == null || parsed.answer() != answer) {
            parsed = new Parsed(answer, new FutureTask<>(() -> PlainJson.parse(answer.text())));
            kept.remove(address);
            keep(address, parsed);
        }
        return parsed.tree();
    }

    private void keep(String address, Parsed parsed) {
        if (parsed.bytes() > BYTES_MAX) {
            return;
        }
        kept.put(address, parsed);
        long bytes = kept.values().stream().mapToLong(Parsed::bytes).sum();
        Iterator<Parsed> oldest = kept.values().iterator();
        while (kept.size() > KEPT_MAX || bytes > BYTES_MAX) {
            bytes -= oldest.next().bytes();
            oldest.remove();
        }
    }
}
