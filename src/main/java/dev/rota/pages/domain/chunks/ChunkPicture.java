package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.rota.pages.view.Link;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Draws a chunk: who holds it, and how its replicas were placed. */
final class ChunkPicture {
    static final String WALK = "walk";
    private static final String CHUNK = "chunk";

    private ChunkPicture() {}

    /** The page of a network that tells of a chunk. */
    static String page(String chunk) {
        return "chunks/" + chunk + ".json";
    }

    /** Whether an address is a chunk's, and not how one begins. */
    static boolean isWhole(String chunk) {
        return chunk.matches("(?s).+/[0-9]+/[0-9]+-[0-9]+-[^/]+");
    }

    /** Chunks from an address on. */
    static ChunkListing listing(UnitFacts facts, String from) {
        JsonNode told = facts.live("listing/" + from + ".json").json();
        String dataset = told.path("dataset").asText();
        List<ChunkLine> lines = new ArrayList<>();
        String last = "";
        for (JsonNode chunk : told.path("chunks")) {
            last = dataset + "/" + chunk.path("id").asText();
            lines.add(new ChunkLine(
                    NetworkLinks.chunk(facts.unit(), last, chunk.path("id").asText()),
                    NetworkLinks.number(chunk.path("number")),
                    NetworkLinks.bytes(chunk.path("size"))));
        }
        return lines.isEmpty()
                ? ChunkListing.NONE
                : new ChunkListing(
                        "Chunks of " + Show.text(dataset) + " by id, from what was asked on",
                        lines,
                        told.path("more").asBoolean()
                                ? new Link(
                                        "further →",
                                        Url.of(
                                                "/subject",
                                                "domain",
                                                NetworkLinks.DOMAIN,
                                                "unit",
                                                facts.unit(),
                                                "kind",
                                                "dataset",
                                                "id",
                                                dataset,
                                                "from",
                                                last.substring(dataset.length() + 1)))
                                : NetworkLinks.NONE);
    }

    static ChunkView view(UnitFacts facts, String chunk) {
        Live live = facts.live(page(chunk));
        List<Figure> figures = new ArrayList<>();
        List<Link> holders = new ArrayList<>();
        if (live.isThere()) {
            JsonNode told = live.json();
            String dataset = told.path("dataset").asText();
            told.path("holders").forEach(holder -> holders.add(NetworkLinks.worker(facts.unit(), holder.asText())));
            figures.add(new Figure(
                    "dataset",
                    "Dataset",
                    Show.text(dataset),
                    NetworkLinks.dataset(facts.unit(), dataset).url()));
            figures.add(new Figure("number", "Number", NetworkLinks.number(told.path("number"))));
            figures.add(new Figure("size", "Size", NetworkLinks.bytes(told.path("size"))));
            figures.add(new Figure("replicas", "Held by", Show.number(holders.size())));
        }
        boolean isWhole = isWhole(chunk);
        @Nullable Answered replied = isWhole ? facts.replied(asked(chunk)) : null;
        @Nullable Answer walks = replied == null ? null : replied.answer();
        return new ChunkView(
                facts.unit(),
                chunk,
                figures,
                holders,
                isWhole,
                walks == null ? null : WalkPicture.of(facts.unit(), json(walks)),
                walks == null ? "" : "From a replay of the log, as of " + Show.time(replied.asOf()) + ".",
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
                Url.subject(NetworkLinks.DOMAIN, network, CHUNK, chunk),
                asked(chunk));
    }

    static JsonNode json(Answer answer) {
        try {
            return PlainJson.parse(answer.json());
        } catch (NotPlainJson e) {
            throw new IllegalStateException("expected an answer in JSON, but it is none: " + e.sentence(), e);
        }
    }
}
