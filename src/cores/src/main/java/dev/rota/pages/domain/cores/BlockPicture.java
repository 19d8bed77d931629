package dev.rota.pages.domain.cores;

import dev.rota.cores.ClaimEvent;
import dev.rota.cores.CoreAssignment;
import dev.rota.cores.CoreForecast;
import dev.rota.cores.CoreOutlook;
import dev.rota.cores.CoreSchedule;
import dev.rota.cores.FreedCore;
import dev.rota.cores.FreedReason;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Draws a past or a future block: the cores that were freed, scheduled and backed in it, the groups on duty, and the changes
 * of claims.
 */
public final class BlockPicture {

    /**
     * The number of events of a kind.
     *
     * @param figure the name of the number
     */
    public record Count(String figure, String number, String what) {}

    /**
     * A core in the block.
     *
     * @param freed how it was freed; empty if it was not
     * @param left the para that left it
     * @param use the use of the core after that
     * @param more a link to further validators of its group
     */
    public record Line(
            Link core,
            String freed,
            Link left,
            String use,
            Link para,
            Link collator,
            String group,
            List<Link> validators,
            Link more) {
        public Line {
            validators = List.copyOf(validators);
        }
    }

    /** A change of a claim in the block. */
    public record ClaimNews(Link kind, Link para, Link collator, Link core, String reason) {}

    private static final int CORES = 40;
    private static final int CLAIMS = 100;
    /**
     * The number of validators of a group that are listed before the others are requested, and the number of each
     * further request.
     */
    private static final int VALIDATORS = 8;

    private static final int VALIDATORS_OF_ONE = 500;

    private final ChainFacts chain;
    private final long block;
    private final @Nullable Decided schedule;
    private final @Nullable Decided after;
    private final List<Decided> claims;
    private final Duties duties;
    private final TreeMap<Integer, FreedCore> freed = new TreeMap<>();
    private final TreeMap<Integer, CoreAssignment> assigned = new TreeMap<>();
    /** The group that backs each core. */
    private final TreeMap<Integer, GroupDuties> groups = new TreeMap<>();

    private final TreeSet<Integer> backed = new TreeSet<>();
    private final List<Integer> cores;
    private final Paging paging;

    /** The core that is shown alone; empty for all. */
    private final String only;

    BlockPicture(ChainFacts chain, long block) {
        this.chain = chain;
        this.block = block;
        this.duties = new Duties(chain);
        this.schedule = one(ChainFacts.ASSIGNMENTS, block);
        this.after = one(ChainFacts.FORECASTS, block + 1);
        String id = String.valueOf(block);
        this.claims = chain.claimEvents(ChainFacts.OF_CLAIMS.about("block", id), CLAIMS + 1);
        read();
        this.cores = cores();
        this.paging = new Paging(cores.size(), CORES, chain.facts().parameter("page"));
        this.only = chain.facts().parameter("core");
    }

    private @Nullable Decided one(String topic, long about) {
        String id = String.valueOf(about);
        return ChainFacts.first(chain.facts().newest(EntryFilter.of(topic).about("block", id), 1));
    }

    private void read() {
        if (schedule != null) {
            CoreSchedule value = schedule.as(CoreSchedule.class);
            value.getFreed().forEach(each -> freed.put(each.getCore(), each));
            value.getAssignments().forEach(each -> assigned.put(each.getCore(), each));
        }
        if (after != null) {
            for (CoreOutlook one : after.as(CoreForecast.class).getCores()) {
                Long since = one.getOccupiedSince();
                if (since != null && since == block) {
                    backed.add(one.getCore());
                }
            }
        }
        for (Decided event : chain.claimEvents(
                ChainFacts.OF_CLAIMS
                        .about("block", String.valueOf(block))
                        .and(entry -> entry.kind().equals("BACKED")),
                Integer.MAX_VALUE)) {
            backed.add(event.as(ClaimEvent.class).getCore());
        }
        ValidatorDuties published = duties.of(block);
        if (published != null) {
            int stretch = Duties.stretch(published, block);
            published.getGroups().forEach(group -> groups.put(group.getCores().get(stretch), group));
        }
    }

    private List<Integer> cores() {
        TreeSet<Integer> cores = new TreeSet<>(freed.keySet());
        cores.addAll(assigned.keySet());
        cores.addAll(groups.keySet());
        return List.copyOf(cores);
    }

    public String caption() {
        return lines().isEmpty()
                ? "No decision about its cores is among the decisions that are kept here."
                : Phrases.count(cores.size(), "core") + ", and who backs them";
    }

    public List<Line> lines() {
        return only.isEmpty()
                ? paging.of(cores).stream().map(core -> line(core, VALIDATORS)).toList()
                : cores.stream()
                        .filter(core -> only.equals(String.valueOf(core)))
                        .map(core -> line(core, VALIDATORS_OF_ONE))
                        .toList();
    }

    /** Returns links to the pages of cores. */
    public List<Link> pages() {
        return only.isEmpty() ? paging.links(page -> url("page", Paging.parameter(page))) : List.of();
    }

    public String claimsCaption() {
        return claims.isEmpty()
                ? "No change of a claim in this block is among the decisions that are kept here."
                : (claims.size() > CLAIMS ? "The last " + CLAIMS + " changes of claims" : "Changes of claims")
                        + ", in order";
    }

    public List<ClaimNews> claims() {
        return claims.subList(Math.max(0, claims.size() - CLAIMS), claims.size()).stream()
                .map(this::news)
                .toList();
    }

    /** Returns the state of the block in words. */
    public String phase() {
        long last = chain.lastBlock();
        String session = schedule == null
                ? ""
                : " of session " + schedule.as(CoreSchedule.class).getSession();
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

    /** Returns the numbers of its events. */
    public List<Count> counts() {
        if (schedule == null) {
            return List.of();
        }
        long timedOut = freed.values().stream()
                .filter(each -> each.getReason() == FreedReason.TIMED_OUT)
                .count();
        return List.of(
                new Count("concluded", String.valueOf(freed.size() - timedOut), "concluded"),
                new Count("timed-out", String.valueOf(timedOut), "timed out"),
                new Count("scheduled", String.valueOf(assigned.size()), "scheduled"),
                new Count("backed", String.valueOf(backed.size()), "backed"));
    }

    /** Returns links to the schedule, and to the forecast after it. */
    public List<Link> decisions() {
        List<Link> links = new ArrayList<>();
        if (schedule != null) {
            links.add(Links.record("its schedule", schedule));
        }
        if (after != null) {
            links.add(Links.record("the forecast at its end", after));
        }
        return links;
    }

    /** Returns links to the block before and the next one. */
    public List<Link> around() {
        List<Link> links = new ArrayList<>();
        if (block > 0) {
            links.add(new Link(
                    "← block " + (block - 1),
                    chain.links().to("block", block - 1).url()));
        }
        links.add(new Link(
                "block " + (block + 1) + " →",
                chain.links().to("block", block + 1).url()));
        return links;
    }

    private String url(String name, String value) {
        return chain.links().url("block", String.valueOf(block), name, value);
    }

    private Line line(int core, int validatorsMost) {
        FreedCore left = freed.get(core);
        CoreAssignment next = assigned.get(core);
        GroupDuties group = groups.get(core);
        int members = group == null ? 0 : group.getValidators().size();
        return new Line(
                chain.links().to("core", core),
                left == null ? "" : left.getReason() == FreedReason.TIMED_OUT ? "timed out" : "concluded",
                left == null ? Link.NONE : chain.links().to("para", left.getPara()),
                next == null ? "" : backed.contains(core) ? "backed" : after == null ? "scheduled" : "not backed",
                next == null ? Link.NONE : chain.links().to("para", next.getPara()),
                next == null || next.getCollator() == null
                        ? Link.NONE
                        : chain.links().to("collator", next.getCollator()),
                group(next, group),
                duties.validators(group, 0, validatorsMost),
                members > validatorsMost
                        ? new Link((members - validatorsMost) + " more", url("core", String.valueOf(core)))
                        : Link.NONE);
    }

    private static String group(@Nullable CoreAssignment assignment, @Nullable GroupDuties duty) {
        if (assignment != null) {
            return String.valueOf(assignment.getGroup());
        }
        return duty == null ? "" : String.valueOf(duty.getGroup());
    }

    private ClaimNews news(Decided event) {
        ClaimEvent value = event.as(ClaimEvent.class);
        return new ClaimNews(
                Links.record(value.getKind().name(), event),
                chain.links().to("para", value.getPara()),
                chain.links().to("collator", value.getCollator()),
                value.getCore() != null ? chain.links().to("core", value.getCore()) : Link.NONE,
                Show.text(value.getReason()));
    }
}
