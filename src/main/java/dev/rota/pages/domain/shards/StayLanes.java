package dev.rota.pages.domain.shards;

import dev.rota.pages.Show;
import dev.rota.pages.domain.Lanes;
import dev.rota.pages.domain.Lanes.Lane;
import dev.rota.pages.domain.Lanes.Span;
import dev.rota.pages.domain.TimeScale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Draws stays of shards as lanes. */
final class StayLanes {

    private static final int WORDS_MAX = 3;

    private final long now;

    StayLanes(long now) {
        this.now = now;
    }

    /**
     * A lane for each name, in the order of names.
     *
     * @param lane the name of a stay's lane
     */
    Lanes of(String caption, List<Stay> stays, Function<Stay, String> lane, Function<String, String> url) {
        if (stays.isEmpty()) {
            return new Lanes("", "", "", List.of());
        }
        long from = stays.stream().mapToLong(Stay::from).min().orElse(now);
        long to = stays.stream().mapToLong(stay -> stay.until(now)).max().orElse(now);
        TimeScale scale = new TimeScale(from, to);
        Map<String, List<Stay>> byName = new TreeMap<>();
        stays.forEach(stay -> byName.computeIfAbsent(lane.apply(stay), name -> new ArrayList<>())
                .add(stay));
        List<Lane> lanes = new ArrayList<>();
        byName.forEach((name, its) -> lanes.add(new Lane(
                Show.text(name),
                url.apply(name),
                words(its),
                its.stream().map(stay -> span(scale, stay)).toList())));
        return new Lanes(caption, Show.time(from), Show.time(to), lanes);
    }

    private Span span(TimeScale scale, Stay stay) {
        return scale.span(stay.from(), stay.until(now), stay.look(), title(stay), stay.isLost());
    }

    private String title(Stay stay) {
        return Show.text(stay.shard()) + " " + stay.state() + " for " + stay.lasted(now) + " ms ("
                + Show.text(stay.cause()) + ")" + (stay.isRunning() ? " on " + Show.text(stay.worker()) : "")
                + (stay.end() == null ? "" : ", until " + Show.text(stay.endCause()));
    }

    /** The latest of a lane in words. */
    private String words(List<Stay> stays) {
        List<String> words = new ArrayList<>();
        for (int i = stays.size() - 1; i >= 0 && words.size() < WORDS_MAX; i--) {
            words.add(title(stays.get(i)));
        }
        return "latest: " + String.join("; ", words);
    }
}
