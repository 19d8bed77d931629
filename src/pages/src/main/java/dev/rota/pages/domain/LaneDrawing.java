package dev.rota.pages.domain;

import dev.rota.pages.Show;
import dev.rota.pages.domain.Lanes.Lane;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Draws stretches of time as spans, each in the lane of its place. */
public final class LaneDrawing {

    /** The number of the latest stretches that the text of a lane names. */
    private static final int WORDS_MAX = 3;

    private final Map<String, List<Stretch>> lanes = new LinkedHashMap<>();

    /**
     * A stretch of time at a place.
     *
     * @param look a class of the style sheet
     * @param title the stretch in words
     * @param isCut whether it ended before its regular end
     */
    public record Stretch(long from, long until, String look, String title, boolean isCut) {}

    /** Adds a lane that may stay empty. Lanes are drawn in the order in which they are first named. */
    public LaneDrawing lane(String name) {
        lanes.computeIfAbsent(name, lane -> new ArrayList<>());
        return this;
    }

    public LaneDrawing add(String name, Stretch stretch) {
        lanes.computeIfAbsent(name, lane -> new ArrayList<>()).add(stretch);
        return this;
    }

    /** Returns the number of lanes. */
    public int size() {
        return lanes.size();
    }

    /** Returns the time from which a lane is free; 0 if it is empty. */
    public long freeFrom(String name) {
        List<Stretch> stretches = lanes.getOrDefault(name, List.of());
        return stretches.isEmpty() ? 0 : stretches.get(stretches.size() - 1).until();
    }

    /**
     * Returns the picture, which is empty if no lane was added.
     *
     * @param most the number of lanes that are drawn
     * @param link returns the label of a lane and its page's address, which may be empty
     */
    public Lanes lanes(String caption, int most, Function<String, Link> link) {
        List<Stretch> all = lanes.values().stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            return new Lanes("", "", "", List.of());
        }
        long from = all.stream().mapToLong(Stretch::from).min().orElseThrow();
        long to = all.stream().mapToLong(Stretch::until).max().orElseThrow();
        TimeScale scale = new TimeScale(from, to);
        List<Lane> drawn = new ArrayList<>();
        lanes.forEach((name, its) -> {
            if (drawn.size() < most) {
                Link lane = link.apply(name);
                drawn.add(new Lane(
                        lane.text(),
                        lane.url(),
                        words(its),
                        its.stream()
                                .map(each ->
                                        scale.span(each.from(), each.until(), each.look(), each.title(), each.isCut()))
                                .toList()));
            }
        });
        return new Lanes(caption, Show.time(from), Show.time(to), drawn);
    }

    private static String words(List<Stretch> stretches) {
        List<String> words = new ArrayList<>();
        for (int i = stretches.size() - 1; i >= 0 && words.size() < WORDS_MAX; i--) {
            words.add(stretches.get(i).title());
        }
        return words.isEmpty() ? "nothing" : "latest: " + String.join("; ", words);
    }
}
