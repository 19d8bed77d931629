package dev.rota.pages.domain.chunks;

import dev.rota.chunks.explain.PlanInquiry.Change;
import dev.rota.chunks.explain.PlanInquiry.Plan;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.chunks.MovesView.Move;
import dev.rota.pages.view.Link;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Draws the shares that a planned epoch would change. */
final class MovesPicture {
    private static final BigInteger PERCENT = BigInteger.valueOf(100);

    private MovesPicture() {}

    static MovesView of(Links links, Plan plan) {
        List<Move> moves = new ArrayList<>();
        plan.workers().forEach(worker -> moves.add(move(links, worker)));
        long changed = plan.changed();
        String caption = Phrases.count(changed, "worker") + (changed == 1 ? " has" : " have") + " another share"
                + (changed > moves.size()
                        ? "; the " + Show.number(moves.size()) + " that change most"
                        : ", the largest changes first");
        return new MovesView(caption, moves);
    }

    private static Move move(Links links, Change worker) {
        BigInteger before = BigInteger.valueOf(worker.before());
        BigInteger after = BigInteger.valueOf(worker.after());
        BigInteger change = after.subtract(before);
        Long capacity = worker.capacity();
        Link link = links.to("worker", worker.worker());
        return new Move(
                link,
                Sizes.bytes(before),
                Sizes.bytes(after),
                (change.signum() > 0 ? "+" : "") + Sizes.bytes(change),
                Sizes.bytes(worker.toFetch()),
                capacity == null ? "has left" : Sizes.bytes(capacity),
                percent(before, capacity),
                percent(after, capacity));
    }

    private static int percent(BigInteger bytes, @Nullable Long capacity) {
        BigInteger room = capacity == null ? BigInteger.ZERO : BigInteger.valueOf(capacity);
        return room.signum() <= 0
                ? 0
                : bytes.multiply(PERCENT).divide(room).min(PERCENT).intValue();
    }
}
