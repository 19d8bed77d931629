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
 * Caches the pages of units that were parsed last. All requests for a page within a second receive the same answer, and
 * parsing the state of a large unit takes longer than drawing it. Any thread may use it; pages are not changed.
 */
final class ParsedPages {

    private static final int KEPT_MAX = 8;

    /** The size of all texts whose pages are cached. A page takes several times as much memory as its text. */
    private static final int BYTES_MAX = 8 << 20;

    private record Parsed(PageAnswer answer, FutureTask<Object> page) {

        int bytes() {
            return answer.body().remaining();
        }
    }

    /** The pages by address, the least recently used ones first. */
    private final Map<String, Parsed> kept = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Returns the parsed page of an answer. A caller that requests a page while another one parses it waits for the
     * result.
     *
     * @param address the address of the page
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

    @SuppressWarnings("ReferenceEquality") // comparing the texts would take as long as parsing them
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
