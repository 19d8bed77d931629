package dev.rota.http;

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
 * state of a large unit takes longer than to draw it. Any thread may use it; pages are not changed.
 */
final class ParsedPages {

    private static final int KEPT_MAX = 8;

    /** Of all texts that are kept. A page takes several times as much memory as its text. */
    private static final int BYTES_MAX = 8 << 20;

    private record Parsed(PageAnswer answer, FutureTask<Object> page) {

        int bytes() {
            return answer.body().remaining();
        }
    }

    /** Those that were asked for least recently come first. */
    private final Map<String, Parsed> kept = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * The answer as what it was written from. A caller that asks for one that is just being parsed waits for it.
     *
     * @param address what was asked for
     */
    <T> T of(String address, PageAnswer answer, Class<T> type) throws NotPlainJson, InterruptedException {
        FutureTask<Object> page = task(address, answer, type);
        // Has no effect if another caller has begun it.
        page.run();
        try {
            return type.cast(page.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof NotPlainJson notJson) {
                throw notJson;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @SuppressWarnings("ReferenceEquality") // to compare the texts would take as long as to parse them
    private synchronized FutureTask<Object> task(String address, PageAnswer answer, Class<?> type) {
        Parsed parsed = kept.get(address);
        if (parsed == null || parsed.answer() != answer) {
            parsed = new Parsed(answer, new FutureTask<>(() -> PlainJson.page(type, answer.text())));
            kept.remove(address);
            keep(address, parsed);
        }
        return parsed.page();
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
