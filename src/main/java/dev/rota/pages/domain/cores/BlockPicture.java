package dev.rota.pages.domain.cores;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.BlockView.ClaimNews;
import dev.rota.pages.domain.cores.BlockView.Count;
import dev.rota.pages.domain.cores.BlockView.Line;
import dev.rota.pages.index.Wanted;
import dev.rota.pages.view.Link;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Draws a block, one that was or one that is to come. */
final class BlockPicture {
    private static final int CORES = 40;
    private static final int CLAIMS = 100;
    /** Validators of a group that are named at once, and if the group is asked for. */
    private static final int VALIDATORS = 8;

    private static final int VALIDATORS_OF_ONE = 500;

    private final ChainFacts chain;
    private final long block;
    private final @Nullable Decided schedule;
    private final @Nullable Decided after;
    private final List<Decided> claims;
    private final DutyPicture duties;
    private final TreeMap<Integer, JsonNode> freed = new TreeMap<>();
    private final TreeMap<Integer, JsonNode> assigned = new TreeMap<>();
    /** By core: the group that backs it. */
    private final TreeMap<Integer, JsonNode> groups = new TreeMap<>();

    private final TreeSet<Integer> backed = new TreeSet<>();

    BlockPicture(ChainFacts chain, long block) {
        this.chain = chain;
        this.block = block;
        this.duties = new DutyPicture(chain);
        this.schedule = one(ChainFacts.ASSIGNMENTS, block);
        this.after = one(ChainFacts.FORECASTS, block + 1);
        String id = String.valueOf(block);
        this.claims = chain.claimEvents(ChainFacts.OF_CLAIMS.about("block", id), CLAIMS + 1);
        read();
    }

    private @Nullable Decided one(String topic, long about) {
        String id = String.valueOf(about);
        return ChainFacts.first(chain.facts().newest(Wanted.of(topic).about("block", id), 1));
    }

    private void read() {
        JsonNode value = schedule == null ? PlainJson.nothing() : schedule.value();
        value.path("freed").forEach(one -> freed.put(one.path("core").asInt(), one));
        value.path("assignments").forEach(one -> assigned.put(one.path("core").asInt(), one));
        if (after != null) {
            after.value().path("cores").forEach(one -> {
                if (one.path("occupiedSince").asLong(-1) == block) {
                    backed.add(one.path("core").asInt());
                }
            });
        }
        for (Decided event : chain.claimEvents(
                ChainFacts.OF_CLAIMS
                        .about("block", String.valueOf(block))
                        .and(entry -> entry.kind().equals("BACKED")),
                Integer.MAX_VALUE)) {
            backed.add(event.value().path("core").asInt());
        }
        JsonNode its = duties.of(block);
        int stretch = DutyPicture.stretch(its, block);
        its.path("groups")
                .forEach(group -> groups.put(group.path("cores").path(stretch).asInt(), group));
    }

    BlockView view() {
        TreeSet<Integer> cores = new TreeSet<>(freed.keySet());
        cores.addAll(assigned.keySet());
        cores.addAll(groups.keySet());
        int pages = Math.max(1, (cores.size() + CORES - 1) / CORES);
        String asked = chain.facts().parameter("page");
        int page = Math.max(1, Math.min(pages, asked.matches("[0-9]{1,6}") ? Integer.parseInt(asked) : 1));
        String only = chain.facts().parameter("core");
        List<Line> lines = cores.stream()
                .filter(core -> only.isEmpty() || only.equals(String.valueOf(core)))
                .skip(only.isEmpty() ? (long) (page - 1) * CORES : 0)
                .limit(CORES)
                .map(core -> line(core, only.isEmpty() ? VALIDATORS : VALIDATORS_OF_ONE))
                .toList();
        List<Decided> shown = claims.subList(Math.max(0, claims.size() - CLAIMS), claims.size());
        return new BlockView(
                phase(),
                counts(),
                decisions(),
                around(),
                lines.isEmpty()
                        ? "Nothing of its cores is among the decisions that are kept here."
                        : Phrases.count(cores.size(), "core") + ", and who backs them",
                lines,
                only.isEmpty() && pages > 1 ? pageLinks(pages, page) : List.of(),
                claims.isEmpty()
                        ? "No claim's state changed in it, as far as decisions are kept here."
                        : (claims.size() > CLAIMS ? "The last " + CLAIMS + " changes of claims" : "Changes of claims")
                                + ", in order",
                shown.stream().map(this::news).toList());
    }

    private String phase() {
        long last = chain.lastBlock();
        String session = schedule == null
                ? ""
                : " of session " + schedule.value().path("session").asInt();
        if (schedule != null) {
            return "Block " + block + session + (after == null && block == last ? " is open" : " has ended");
        }
        if (block <= last) {
            return "Block " + block + " was skipped, or is not among the decisions that are kept here";
        }
        return "Block " + block + " has not started; it is " + Phrases.count(block - last, "block")
                + " ahead"
                + (groups.isEmpty()
                        ? ", and no duties are published for it yet"
                        : ". Duties hold if no session begins");
    }

    private List<Count> counts() {
        if (schedule == null) {
            return List.of();
        }
        long timedOut = freed.values().stream()
                .filter(one -> one.path("reason").asText().equals("TIMED_OUT"))
                .count();
        return List.of(
                new Count("concluded", String.valueOf(freed.size() - timedOut), "concluded"),
                new Count("timed-out", String.valueOf(timedOut), "timed out"),
                new Count("scheduled", String.valueOf(assigned.size()), "scheduled"),
                new Count("backed", String.valueOf(backed.size()), "backed"));
    }

    private List<Link> decisions() {
        List<Link> links = new ArrayList<>();
        if (schedule != null) {
            links.add(ChainLinks.record("its schedule", schedule));
        }
        if (after != null) {
            links.add(ChainLinks.record("the forecast at its end", after));
        }
        return links;
    }

    private List<Link> around() {
        List<Link> links = new ArrayList<>();
        if (block > 0) {
            links.add(new Link("← block " + (block - 1), ChainLinks.block(chain.unit(), block - 1)));
        }
        links.add(new Link("block " + (block + 1) + " →", ChainLinks.block(chain.unit(), block + 1)));
        return links;
    }

    private List<Link> pageLinks(int pages, int page) {
        List<Link> links = new ArrayList<>();
        for (int each = 1; each <= pages; each++) {
            links.add(new Link(String.valueOf(each), url("page", each == 1 ? "" : String.valueOf(each)), each == page));
        }
        return links;
    }

    private String url(String name, String value) {
        return Url.of(
                "/subject",
                "domain",
                ChainLinks.DOMAIN,
                "unit",
                chain.unit(),
                "kind",
                "block",
                "id",
                String.valueOf(block),
                name,
                value);
    }

    private Line line(int core, int validatorsMost) {
        JsonNode left = freed.get(core);
        JsonNode next = assigned.get(core);
        JsonNode group = groups.get(core);
        int members = group == null ? 0 : group.path("validators").size();
        return new Line(
                ChainLinks.core(chain.unit(), core),
                left == null ? "" : left.path("reason").asText().equals("TIMED_OUT") ? "timed out" : "concluded",
                left == null
                        ? ChainLinks.NONE
                        : ChainLinks.paraLink(chain.unit(), left.path("para").asInt()),
                next == null ? "" : backed.contains(core) ? "backed" : after == null ? "scheduled" : "not backed",
                next == null
                        ? ChainLinks.NONE
                        : ChainLinks.paraLink(chain.unit(), next.path("para").asInt()),
                next == null || !next.path("collator").isTextual()
                        ? ChainLinks.NONE
                        : ChainLinks.collator(
                                chain.unit(), next.path("collator").asText()),
                group(next, group),
                duties.validators(group, 0, validatorsMost),
                members > validatorsMost
                        ? new Link((members - validatorsMost) + " more", url("core", String.valueOf(core)))
                        : ChainLinks.NONE);
    }

    private static String group(@Nullable JsonNode assignment, @Nullable JsonNode duty) {
        if (assignment != null) {
            return assignment.path("group").asText();
        }
        return duty == null ? "" : duty.path("group").asText();
    }

    private ClaimNews news(Decided event) {
        JsonNode value = event.value();
        return new ClaimNews(
                ChainLinks.record(Show.text(value.path("kind").asText()), event),
                ChainLinks.paraLink(chain.unit(), value.path("para").asInt()),
                ChainLinks.collator(chain.unit(), value.path("collator").asText()),
                value.path("core").isNumber()
                        ? ChainLinks.core(chain.unit(), value.path("core").asInt())
                        : ChainLinks.NONE,
                Show.text(value.path("reason").asText()));
    }
}
