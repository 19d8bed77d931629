package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.domain.LaneDrawing;
import dev.rota.pages.domain.LaneDrawing.Stretch;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.view.Link;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Draws stays of shards as lanes. */
final class StayLanes {

    private final long now;

    StayLanes(long now) {
        this.now = now;
    }

    /**
     * Returns the stays in lanes, which are sorted by name.
     *
     * @param lane returns the name of a stay's lane
     */
    Lanes of(String caption, List<ShardStay> stays, Function<ShardStay, String> lane, UnaryOperator<String> url) {
        LaneDrawing drawing = new LaneDrawing();
        stays.stream().map(lane).sorted().forEach(drawing::lane);
        stays.forEach(stay -> drawing.add(
                lane.apply(stay), new Stretch(stay.from(), stay.until(now), stay.look(), title(stay), stay.isLost())));
        return drawing.lanes(caption, Integer.MAX_VALUE, name -> new Link(Show.text(name), url.apply(name)));
    }

    private String title(ShardStay stay) {
        return Show.text(stay.shard()) + " " + stay.state() + " for " + stay.lasted(now) + " ms ("
                + Show.text(stay.cause()) + ")" + (stay.isRunning() ? " on " + Show.text(stay.worker()) : "")
                + (stay.end() == null ? "" : ", until " + Show.text(stay.endCause()));
    }
}
