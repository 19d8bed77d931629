package dev.rota.pages.domain.cores;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.DutyView.Day;
import dev.rota.pages.index.Wanted;
import dev.rota.pages.view.Link;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.List;

/** Draws who backs which core when, from the published duties. */
final class DutyPicture {
    private static final int CELL = 36;
    /** Records that are searched for a block. */
    private static final int RECORDS = 5;

    private final ChainFacts chain;

    DutyPicture(ChainFacts chain) {
        this.chain = chain;
    }

    DutyView validator(String validator) {
        Decided latest = ChainFacts.first(chain.facts().newest(Wanted.of(ChainFacts.DUTIES), 1));
        if (latest == null) {
            return new DutyView("No duties are among the records that are kept here.", "no duties", 1, List.of());
        }
        JsonNode duties = latest.value();
        for (JsonNode group : duties.path("groups")) {
            for (JsonNode name : group.path("validators")) {
                if (name.asText().equals(validator)) {
                    return calendar(duties, group);
                }
            }
        }
        return new DutyView(
                "Session " + duties.path("session").asInt() + " has no duties for it.", "no duties", 1, List.of());
    }

    private DutyView calendar(JsonNode duties, JsonNode group) {
        long next = chain.forecast().path("block").asLong();
        List<Day> days = new ArrayList<>();
        JsonNode stretches = duties.path("stretches");
        for (int i = 0; i < stretches.size(); i++) {
            long from = stretches.path(i).path("from").asLong();
            long to = stretches.path(i).path("to").asLong(Long.MAX_VALUE);
            int core = group.path("cores").path(i).asInt();
            boolean isNow = from <= next && next <= to;
            days.add(new Day(
                    CELL * i,
                    CELL * i + CELL / 2,
                    ChainLinks.blockLink(chain.unit(), from),
                    to == Long.MAX_VALUE ? "the session's end" : String.valueOf(to),
                    ChainLinks.core(chain.unit(), core),
                    isNow ? para(core) : ChainLinks.NONE,
                    isNow));
        }
        String members = group.path("validators").size() == 1
                ? "alone"
                : "with " + (group.path("validators").size() - 1) + " others";
        return new DutyView(
                "It is in group " + group.path("group").asInt() + " of session "
                        + duties.path("session").asInt() + ", " + members + ". The next block is " + next
                        + "; what is below holds until a session begins.",
                "duties from block " + stretches.path(0).path("from").asLong() + " on, one cell for each rotation",
                Math.max(1, CELL * days.size()),
                days);
    }

    private Link para(int core) {
        JsonNode para = chain.forecast().path("cores").path(core).path("para");
        return para.isNumber() ? ChainLinks.paraLink(chain.unit(), para.asInt()) : ChainLinks.NONE;
    }

    /** The duties of a block: by core, its group and validators. Missing if no record has them. */
    JsonNode of(long block) {
        // of two records that have a block, the newer one counts: a session has begun
        for (Decided record : chain.facts().newest(Wanted.of(ChainFacts.DUTIES), RECORDS)) {
            if (stretch(record.value(), block) >= 0) {
                return record.value();
            }
        }
        return PlainJson.nothing();
    }

    /** Which of the stretches a block is in; -1 if none. */
    static int stretch(JsonNode duties, long block) {
        JsonNode stretches = duties.path("stretches");
        for (int i = 0; i < stretches.size(); i++) {
            JsonNode to = stretches.path(i).path("to");
            if (stretches.path(i).path("from").asLong() <= block && (!to.isNumber() || block <= to.asLong())) {
                return i;
            }
        }
        return -1;
    }

    /** The validators of a group as links, at most so many. */
    List<Link> validators(@Nullable JsonNode group, int from, int most) {
        List<Link> links = new ArrayList<>();
        if (group != null) {
            JsonNode names = group.path("validators");
            for (int i = from; i < names.size() && links.size() < most; i++) {
                links.add(ChainLinks.validator(chain.unit(), names.path(i).asText()));
            }
        }
        return links;
    }
}
