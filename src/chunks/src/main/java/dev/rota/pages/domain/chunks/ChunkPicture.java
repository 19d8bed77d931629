package dev.rota.pages.domain.chunks;

import dev.rota.chunks.explain.ChunkRoutes;
import dev.rota.chunks.explain.ChunkWalks;
import dev.rota.chunks.view.ChunkPage;
import dev.rota.chunks.view.ListingPage;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Figure;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Question;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.ChunkListing.ChunkLine;
import dev.rota.pages.domain.chunks.ChunkView.RouteLine;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Draws a chunk: its holders, and how its replicas were placed. */
final class ChunkPicture {
    static final String WALK = "walk";
    private static final String CHUNK = "chunk";

    private ChunkPicture() {}

    /** Returns the name of the network's page about a chunk. */
    static String page(String chunk) {
        return "chunks/" + chunk + ".json";
    }

    /** Reads the explanation from the page of the chunk: finding its holders takes too long between two records. */
    static Live<Answered> explained(UnitFacts facts, String chunk) {
        Live<ChunkPage> live = facts.live(page(chunk), ChunkPage.class);
        ChunkPage told = live.page();
        return new Live<>(
                new Answered(live.isThere() ? new Answer(told.state(), told.sentence()) : null, told.asOf()),
                live.problem());
    }

    /** Returns whether an address is that of a chunk rather than the beginning of one. */
    static boolean isWhole(String chunk) {
        return chunk.matches("(?s).+/[0-9]+/[0-9]+-[0-9]+-[^/]+");
    }

    /** Returns the chunks from an address on. */
    static ChunkListing listing(UnitFacts facts, String from) {
        ListingPage told =
                facts.live("listing/" + from + ".json", ListingPage.class).page();
        String dataset = told.dataset();
        List<ChunkLine> lines = new ArrayList<>();
        String last = "";
        for (ListingPage.Listed chunk : told.chunks()) {
            last = dataset + "/" + chunk.id();
            lines.add(new ChunkLine(
                    facts.links().to("chunk", last, chunk.id()),
                    Show.number(chunk.number()),
                    Sizes.bytes(chunk.size())));
        }
        return lines.isEmpty()
                ? ChunkListing.NONE
                : new ChunkListing(
                        "Chunks of " + Show.text(dataset) + " by id, from the requested id on",
                        lines,
                        told.more()
                                ? new Link(
                                        "further →",
                                        facts.links()
                                                .url("dataset", dataset, "from", last.substring(dataset.length() + 1)))
                                : Link.NONE);
    }

    static ChunkView view(UnitFacts facts, String chunk) {
        Live<ChunkPage> live = facts.live(page(chunk), ChunkPage.class);
        List<Figure> figures = new ArrayList<>();
        List<Link> holders = new ArrayList<>();
        String routes = "";
        List<RouteLine> routeLines = new ArrayList<>();
        if (live.isThere()) {
            ChunkPage told = live.page();
            String dataset = told.dataset();
            told.holders().forEach(holder -> holders.add(facts.links().to("worker", holder)));
            figures.add(new Figure(
                    "dataset",
                    "Dataset",
                    Show.text(dataset),
                    facts.links().to("dataset", dataset).url()));
            figures.add(new Figure("number", "Number", Show.number(told.number())));
            figures.add(new Figure("size", "Size", Sizes.bytes(told.size())));
            figures.add(new Figure("replicas", "Held by", Show.number(holders.size())));
            ChunkRoutes readers = told.routes();
            if (readers != null) {
                routes = "It is " + readers.sentence() + ".";
                readers.copies()
                        .forEach(copy -> routeLines.add(new RouteLine(
                                facts.links().to("worker", copy.worker()), copy.used(), copy.sentence())));
            }
        }
        boolean isWhole = isWhole(chunk);
        @Nullable Answered replied = isWhole ? facts.replied(asked(chunk)) : null;
        @Nullable Answer answer = replied == null ? null : replied.answer();
        ChunkWalks walks = answer != null && answer.details() instanceof ChunkWalks found ? found : null;
        return new ChunkView(
                facts.unit(),
                chunk,
                figures,
                holders,
                routes,
                routeLines,
                isWhole,
                walks == null ? null : WalkPicture.of(facts.links(), walks),
                replied == null || walks == null
                        ? ""
                        : "From a replay of the log, as of " + Show.time(replied.asOf()) + ".",
                live.isThere() ? ChunkListing.NONE : listing(facts, chunk));
    }

    private static Inquiry.Asked asked(String chunk) {
        TreeMap<String, List<String>> words = new TreeMap<>();
        words.put(CHUNK, List.of(chunk));
        return new Inquiry.Asked(WALK, words, List.of());
    }

    static Question question(String network, UnaryOperator<String> form) {
        String chunk = form.apply(CHUNK);
        return new Question(
                "Why are the replicas of chunk " + chunk + " where they are?",
                Url.subject(ChunksPages.DOMAIN, network, CHUNK, chunk),
                asked(chunk));
    }
}
