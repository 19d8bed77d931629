package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.chunks.MovesView.Move;
import dev.rota.pages.view.Link;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Draws whose shares a planned epoch would change. */
final class MovesPicture {
    private static final BigInteger PERCENT = BigInteger.valueOf(100);

    private MovesPicture() {}

    static MovesView of(String network, JsonNode plan) {
        List<Move> moves = new ArrayList<>();
        plan.path("workers").forEach(worker -> moves.add(move(network, worker)));
        long changed = plan.path("changed").asLong();
        String caption = Phrases.count(changed, "worker") + (changed == 1 ? " has" : " have") + " another share"
                + (changed > moves.size()
                        ? "; the " + Show.number(moves.size()) + " that change most"
                        : ", those that change most first");
        return new MovesView(caption, moves);
    }

    private static Move move(String network, JsonNode worker) {
        BigInteger before = worker.path("before").bigIntegerValue();
        BigInteger after = worker.path("after").bigIntegerValue();
        BigInteger change = after.subtract(before);
        JsonNode capacity = worker.path("capacity");
        Link link = NetworkLinks.worker(network, worker.path("worker").asText());
        return new Move(
                link,
                NetworkLinks.bytes(before),
                NetworkLinks.bytes(after),
                (change.signum() > 0 ? "+" : "") + NetworkLinks.bytes(change),
                NetworkLinks.bytes(worker.path("toFetch")),
                capacity.isNumber() ? NetworkLinks.bytes(capacity) : "has left",
                percent(before, capacity),
                percent(after, capacity));
    }

    private static int percent(BigInteger bytes, JsonNode capacity) {
        BigInteger room = capacity.bigIntegerValue();
        return room.signum() <= 0
                ? 0
                : bytes.multiply(PERCENT).divide(room).min(PERCENT).intValue();
    }
}
