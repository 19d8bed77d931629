package dev.rota.chunks.explain;

import dev.rota.chunks.WorkerState;
import dev.rota.chunks.routes.ServedCopies;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import java.util.ArrayList;
import java.util.List;

/**
 * The workers that readers may use for one chunk, and the reason why each of its other copies waits.
 *
 * @param sentence whether readers may use the chunk, and if not, what it waits for
 * @param copies its copies on workers in the set, in the order of ids
 */
public record ChunkRoutes(boolean visible, String sentence, List<Copy> copies) {
    public ChunkRoutes {
        copies = List.copyOf(copies);
    }

    /**
     * A copy.
     *
     * @param used whether readers may use it
     * @param sentence what it waits for, without the worker
     */
    public record Copy(String worker, boolean used, String sentence) {}

    /**
     * The facts of one chunk that the explanation needs.
     *
     * @param replaces whether it waits to replace others
     * @param visibleReplicas the number of workers that must have confirmed a chunk before it is visible
     * @param workers the copies of all workers in the set
     */
    public record Facts(
            int number, boolean visible, boolean replaces, int visibleReplicas, List<ServedCopies> workers) {
        public Facts {
            workers = List.copyOf(workers);
        }
    }

    /** Explains the routes of a chunk from what is known of it. */
    public static ChunkRoutes of(Facts chunk) {
        List<ServedCopies> holders = chunk.workers.stream()
                .filter(worker -> worker.holds(chunk.number))
                .toList();
        List<ServedCopies> serving =
                holders.stream().filter(worker -> worker.serves(chunk.number)).toList();
        int counted = (int) serving.stream().filter(ServedCopies::counts).count();
        List<Copy> copies = new ArrayList<>();
        for (ServedCopies worker : holders) {
            boolean serves = worker.serves(chunk.number);
            String state = serves
                    ? (chunk.visible ? "serves it" : "has confirmed it") + waits(worker, chunk.number, counted)
                    : why(worker.left(chunk.number));
            copies.add(new Copy(
                    worker.worker().text(),
                    serves && chunk.visible,
                    state + (worker.status() == WorkerState.ONLINE ? "" : "; the worker is " + worker.status())));
        }
        return new ChunkRoutes(chunk.visible, sentence(chunk, serving.size(), counted), copies);
    }

    private static String sentence(Facts chunk, int serving, int counted) {
        if (chunk.visible) {
            return "visible: readers may use " + Phrases.count(serving, "worker");
        }
        return "not visible: "
                + (chunk.replaces
                        ? "it replaces others, and waits until all that replace them are confirmed"
                        : Phrases.count(counted, "worker") + " that count have confirmed it, and "
                                + chunk.visibleReplicas + " must");
    }

    /** Returns for what a copy waits that the target does not have; empty if the target has it. */
    private static String waits(ServedCopies worker, int number, int counted) {
        int need = worker.need(number);
        int elsewhere = counted - (worker.counts() ? 1 : 0);
        return need == 0
                ? ""
                : ", until the chunk has " + Phrases.count(need, "route") + " elsewhere; it has " + elsewhere;
    }

    /** Returns why readers do not use a copy. */
    private static String why(@Nullable ServedCopies.Departure left) {
        return left == null
                ? "has not confirmed it"
                : "was left by readers " + Phrases.at(left.since())
                        + (left.done() ? "; the next epoch can take it" : "; their grace runs");
    }
}
