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
import dev.rota.pages.domain.cores.BlockView.ClaimNews;
import dev.rota.pages.domain.cores.BlockView.Count;
import dev.rota.pages.domain.cores.BlockView.Line;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Draws a past or a future block. */
final class BlockPicture {
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
    private final DutyPicture duties;
    private final TreeMap<Integer, FreedCore> freed = new TreeMap<>();
    private final TreeMap<Integer, CoreAssignment> assigned = new TreeMap<>();
    /** The group that backs each core. */
    private final TreeMap<Integer, GroupDuties> groups = new TreeMap<>();

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
        return ChainFacts.first(chain.facts().newest(EntryFilter.of(topic).about("block", id), 1));
    }

    private void read() {
        if (schedule != null) {
            CoreSchedule value = schedule.as(CoreSchedule.class);
            value.getFreed().forEach(one -> freed.put(one.getCore(), one));
            value.getAssignments().forEach(one -> assigned.put(one.getCore(), one));
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
        ValidatorDuties its = duties.of(block);
        if (its != null) {
            int stretch = DutyPicture.stretch(its, block);
            its.getGroups().forEach(group -> groups.put(group.getCores().get(stretch), group));
        }
    }

    BlockView view() {
        TreeSet<Integer> cores = new TreeSet<>(freed.keySet());
        cores.addAll(assigned.keySet());
        cores.addAll(groups.keySet());
        Paging paging = new Paging(cores.size(), CORES, chain.facts().parameter("page"));
        String only = chain.facts().parameter("core");
        List<Line> lines = (only.isEmpty() ? paging.of(List.copyOf(cores)) : cores)
                .stream()
                        .filter(core -> only.isEmpty() || only.equals(String.valueOf(core)))
                        .map(core -> line(core, only.isEmpty() ? VALIDATORS : VALIDATORS_OF_ONE))
                        .toList();
        List<Decided> shown = claims.subList(Math.max(0, claims.size() - CLAIMS), claims.size());
        return new BlockView(
                phase(),
                counts(),
                decisions(),
                around(),
                lines.isEmpty()
                        ? "No decision about its cores is among the decisions that are kept here."
                        : Phrases.count(cores.size(), "core") + ", and who backs them",
                lines,
                only.isEmpty() ? paging.links(page -> url("page", Paging.parameter(page))) : List.of(),
                claims.isEmpty()
                        ? "No change of a claim in this block is among the decisions that are kept here."
                        : (claims.size() > CLAIMS ? "The last " + CLAIMS + " changes of claims" : "Changes of claims")
                                + ", in order",
                shown.stream().map(this::news).toList());
    }

    private String phase() {
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

    private List<Count> counts() {
        if (schedule == null) {
            return List.of();
        }
        long timedOut = freed.values().stream()
                .filter(one -> one.getReason() == FreedReason.TIMED_OUT)
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
            links.add(Links.record("its schedule", schedule));
        }
        if (after != null) {
            links.add(Links.record("the forecast at its end", after));
        }
        return links;
    }

    private List<Link> around() {
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
