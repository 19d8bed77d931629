package dev.rota.pages.domain.chunks;

import dev.rota.chunks.WorkerAssignment;
import dev.rota.chunks.view.NetworkState;
import dev.rota.engine.Nullable;
import dev.rota.pages.Numbers;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.MemberView.Ask;
import dev.rota.pages.domain.chunks.MemberView.Share;
import dev.rota.pages.domain.chunks.NetworkView.EpochLine;
import dev.rota.pages.domain.chunks.NetworkView.WorkerLine;
import dev.rota.pages.index.Entry;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.DecisionView.Pair;
import dev.rota.pages.view.Link;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Draws a worker or an epoch. */
final class MemberPicture {
    private static final String ASSIGNMENTS = "chunks.assignments";
    /** The number of shares on a page. Each is decoded with all its chunk numbers. */
    static final int SHARES = 30;

    /** The number of pages of an epoch. A later page costs as much as all pages before it. */
    private static final int PAGES_MAX = 10_000;

    private final UnitFacts facts;
    private final NetworkState state;

    MemberPicture(UnitFacts facts) {
        this.facts = facts;
        this.state = facts.live(DomainPages.STATE, NetworkState.class).page();
    }

    MemberView worker(String id) {
        List<WorkerLine> lines = new ArrayList<>();
        for (NetworkState.Worker worker : state.workers()) {
            if (worker.worker().equals(id)) {
                lines.add(NetworkPicture.worker(facts.links(), worker));
            }
        }
        List<Decided> assigned = facts.newest(EntryFilter.of(ASSIGNMENTS).about("worker", id), SHARES + 1);
        List<Share> shares = new ArrayList<>();
        for (int i = 0; i < Math.min(SHARES, assigned.size()); i++) {
            boolean hasBefore = i + 1 < assigned.size();
            shares.add(share(assigned.get(i), hasBefore ? bytes(assigned.get(i + 1)) : null));
        }
        String sentence = lines.isEmpty()
                ? "The instance does not list this worker."
                : "It is " + lines.get(0).status() + ", has " + lines.get(0).chunks() + " chunks ("
                        + lines.get(0).bytes() + " of " + lines.get(0).capacity() + "), and has confirmed: "
                        + lines.get(0).confirmation() + ".";
        return new MemberView(
                sentence,
                lines,
                asks(id),
                facts.pageUrl("workers/" + id + ".json"),
                List.of(),
                "Its shares by epoch, newest first",
                shares,
                List.of());
    }

    /** Returns the questions what would move without the worker, and while it is drained. */
    private List<Ask> asks(String worker) {
        List<Ask> asks = new ArrayList<>();
        for (String word : List.of("remove", "drain")) {
            asks.add(new Ask(
                    word.equals("remove") ? "What would move if it left?" : "What if it were drained?",
                    List.of(
                            new Pair("domain", ChunksPages.DOMAIN),
                            new Pair("unit", facts.unit()),
                            new Pair("question", PlanForm.PLAN),
                            new Pair(word, worker))));
        }
        return asks;
    }

    private static BigInteger bytes(Decided share) {
        return BigInteger.valueOf(share.as(WorkerAssignment.class).getBytes());
    }

    private Share share(Decided decided, @Nullable BigInteger before) {
        WorkerAssignment share = decided.as(WorkerAssignment.class);
        BigInteger change = before == null ? null : bytes(decided).subtract(before);
        String part = share.getParts() == 1 ? "" : ", part " + share.getPart();
        return new Share(
                facts.links().to("epoch", share.getEpoch()),
                facts.links().to("worker", share.getWorker()),
                share.getStatus().name(),
                Show.number(share.getChunkCount()) + part,
                Sizes.bytes(share.getBytes()),
                change == null ? "" : (change.signum() > 0 ? "+" : "") + Sizes.bytes(change),
                new Link("decision", Url.record(decided.entry().at())));
    }

    MemberView epoch(String id) {
        List<EpochLine> lines = new ArrayList<>();
        EpochLines epochs = new EpochLines(facts);
        facts.newest(EntryFilter.of(EpochLines.EPOCHS).about("epoch", id), 1)
                .forEach(epoch -> lines.add(epochs.line(epoch)));
        int page = (int) Math.min(Paging.number(facts.parameter("page")), PAGES_MAX);
        List<Decided> shown = assigned(id, (page - 1) * SHARES);
        SortedMap<String, BigInteger> before = before(id, shown);
        List<Share> shares = new ArrayList<>();
        for (Decided share : shown) {
            shares.add(share(share, before.get(share.as(WorkerAssignment.class).getWorker())));
        }
        String sentence = lines.isEmpty()
                ? "It is not among the decisions that are kept here."
                : "It was " + lines.get(0).status() + " at " + lines.get(0).time() + ": "
                        + lines.get(0).outcome() + ".";
        return new MemberView(
                sentence,
                List.of(),
                List.of(),
                "",
                lines,
                "Shares of workers, and the difference from their previous shares",
                shares,
                links(id, page, shown.size() == SHARES));
    }

    /** Returns the shares of an epoch after {@code after} newer ones, which are counted but not decoded. */
    private List<Decided> assigned(String epoch, int after) {
        int[] passed = {0};
        return facts.newest(
                EntryFilter.of(ASSIGNMENTS).about("epoch", epoch).and(entry -> passed[0]++ >= after), SHARES);
    }

    /** Returns the bytes of the workers' previous shares. */
    private SortedMap<String, BigInteger> before(String epoch, List<Decided> shares) {
        TreeSet<String> workers = new TreeSet<>();
        shares.forEach(share -> workers.add(share.as(WorkerAssignment.class).getWorker()));
        long number = Numbers.of(epoch, 0);
        TreeSet<String> found = new TreeSet<>();
        TreeMap<String, BigInteger> before = new TreeMap<>();
        facts.newest(
                        EntryFilter.of(ASSIGNMENTS)
                                .and(entry -> isBefore(entry, number)
                                        && workers.contains(entry.key())
                                        && found.add(entry.key())),
                        workers.size())
                .forEach(share -> before.put(share.as(WorkerAssignment.class).getWorker(), bytes(share)));
        return before;
    }

    private static boolean isBefore(Entry entry, long epoch) {
        return entry.mentions().stream()
                .anyMatch(mention -> mention.field().equals("epoch") && Long.parseLong(mention.id()) < epoch);
    }

    private List<Link> links(String id, int page, boolean more) {
        List<Link> links = new ArrayList<>();
        if (page > 1) {
            links.add(new Link("← earlier", url(id, page - 1)));
        }
        if (more) {
            links.add(new Link("further →", url(id, page + 1)));
        }
        return links;
    }

    private String url(String id, int page) {
        return facts.links().url("epoch", id, "page", Paging.parameter(page));
    }
}
