package dev.rota.pages.domain.chunks;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.chunks.view.NetworkState;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Paging;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.NetworkView.Bar;
import dev.rota.pages.domain.chunks.NetworkView.DatasetLine;
import dev.rota.pages.domain.chunks.NetworkView.Fill;
import dev.rota.pages.domain.chunks.NetworkView.Headline;
import dev.rota.pages.domain.chunks.NetworkView.Trouble;
import dev.rota.pages.domain.chunks.NetworkView.WorkerLine;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Draws a network as a whole. */
final class NetworkPicture {
    /** The number of workers on a page. */
    static final int WORKERS = 50;
    /** The number of datasets on a page. */
    static final int DATASETS = 30;

    private static final int TROUBLES = 6;
    private static final int BAR = 32;
    private static final int TALLEST = 100;

    private final UnitFacts facts;
    private final NetworkState state;
    private final boolean isLive;

    NetworkPicture(UnitFacts facts) {
        this.facts = facts;
        Live<NetworkState> live = facts.live(DomainPages.STATE, NetworkState.class);
        this.state = live.page();
        this.isLive = live.isThere();
    }

    NetworkView view() {
        String filter = facts.parameter("filter");
        List<NetworkState.Worker> found = new ArrayList<>();
        for (NetworkState.Worker worker : state.workers()) {
            if (filter.isEmpty()
                    || worker.worker().contains(filter)
                    || worker.status().contains(filter)) {
                found.add(worker);
            }
        }
        Paging paging = new Paging(found.size(), WORKERS, facts.parameter("page"));
        List<DatasetLine> datasets = new ArrayList<>();
        for (NetworkState.Dataset dataset : state.datasets()) {
            if (datasets.size() < DATASETS) {
                datasets.add(dataset(dataset));
            }
        }
        return new NetworkView(
                facts.unit(),
                PlanForm.url(facts.unit()),
                headline(),
                troubles(),
                isLive ? RoutesPicture.of(facts.links(), state) : new RoutesView("", List.of(), "", List.of()),
                fill(),
                new NetworkView.WorkerTable(
                        filter,
                        workersCaption(found.size()),
                        paging.of(found).stream()
                                .map(worker -> worker(facts.links(), worker))
                                .toList(),
                        paging.links(page -> url(filter, Paging.parameter(page)))),
                new EpochLines(facts).newest(),
                Phrases.count(state.datasetCount(), "dataset") + ", the largest first",
                datasets);
    }

    private Headline headline() {
        long epoch = state.published();
        long workers = state.workerCount();
        long unconfirmed = state.unconfirmed();
        return new Headline(
                isLive,
                epoch == 0 ? Link.NONE : facts.links().to("epoch", epoch),
                Show.number(workers),
                Show.number(state.statuses().getOrDefault("ONLINE", 0)),
                Show.number(state.chunks()),
                Sizes.bytes(state.bytes()),
                percent(),
                epoch == 0
                        ? ""
                        : state.converged() >= epoch
                                ? "It has converged."
                                : unconfirmed == 0
                                        ? "It has not converged."
                                        : "It has not converged: " + Show.number(unconfirmed)
                                                + (unconfirmed == 1 ? " worker" : " workers")
                                                + " online " + (unconfirmed == 1 ? "has" : "have")
                                                + " not confirmed all that is assigned.");
    }

    /** Returns the assigned part of the reliable workers' capacity. */
    private String percent() {
        long capacity = state.capacity();
        return capacity == 0
                ? "none"
                : BigDecimal.valueOf(state.bytesAssigned())
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(capacity), 0, RoundingMode.HALF_UP)
                        + " %";
    }

    private List<Trouble> troubles() {
        List<Trouble> troubles = new ArrayList<>();
        List<Decided> latest = facts.newest(EntryFilter.of(EpochLines.EPOCHS), 1);
        for (Decided decided : latest) {
            Epoch epoch = decided.as(Epoch.class);
            Link link = new Link(
                    "epoch " + epoch.getEpoch(),
                    facts.links().to("epoch", epoch.getEpoch()).url());
            if (epoch.getStatus() != EpochStatus.PUBLISHED) {
                troubles.add(new Trouble(
                        link,
                        "was refused, and the assignment before it stays in force: " + Show.text(epoch.getReason())));
            }
            for (UnplaceableDataset dataset : epoch.getUnplaceable()) {
                if (troubles.size() < TROUBLES) {
                    troubles.add(new Trouble(
                            facts.links().to("dataset", dataset.getDataset()),
                            "cannot be placed: " + Show.text(dataset.getReason())));
                }
            }
            if (epoch.getReplicasWaiting() > 0) {
                troubles.add(new Trouble(
                        link,
                        "left " + Show.number(epoch.getReplicasWaiting())
                                + " replicas to later epochs ("
                                + Sizes.bytes(epoch.getBytesWaiting()) + ")"));
            }
        }
        state.statuses().forEach((name, count) -> {
            if (!name.equals("ONLINE")) {
                String status = Show.text(name);
                troubles.add(new Trouble(
                        new Link(Phrases.count(count, "worker"), url(name, "")),
                        count == 1 ? "is " + status : "are " + status));
            }
        });
        return troubles;
    }

    private Fill fill() {
        List<Bar> bars = new ArrayList<>();
        List<Integer> steps = state.fill();
        long most = 1;
        for (int step : steps) {
            most = Math.max(most, step);
        }
        int last = steps.size() - 1;
        for (int i = 0; i <= last; i++) {
            long count = steps.get(i);
            int height = count == 0 ? 0 : (int) Math.max(2, TALLEST * count / most);
            bars.add(new Bar(
                    BAR * i,
                    TALLEST + 20 - height,
                    height,
                    i == last ? "100" : 100 * i / last + "–" + 100 * (i + 1) / last,
                    Show.number(count),
                    i == last));
        }
        BigDecimal saturation = BigDecimal.valueOf(state.saturation());
        int cliff = saturation
                .multiply(BigDecimal.valueOf((long) BAR * Math.max(1, last)))
                .intValue();
        String percent = saturation.movePointRight(2).stripTrailingZeros().toPlainString();
        return new Fill(
                "workers by how full they are, in steps of five percent; the policy fills them to " + percent + " %",
                Math.max(0, Math.min(BAR * Math.max(1, last), cliff)),
                percent + " %",
                bars);
    }

    private String workersCaption(int found) {
        long all = state.workerCount();
        int told = state.workers().size();
        return Show.number(found) + " of " + Show.number(all) + (all == 1 ? " worker" : " workers")
                + (told < all ? "; only the workers that need attention and the fullest ones can be listed" : "")
                + ": workers that are not online first, then the fullest";
    }

    private String url(String filter, String page) {
        return facts.links().state("filter", filter, "page", page);
    }

    static WorkerLine worker(Links links, NetworkState.Worker worker) {
        long perMille = worker.perMille();
        long missing = worker.missing();
        String status = worker.status();
        return new WorkerLine(
                links.to("worker", worker.worker()),
                Show.text(status) + (worker.draining() && status.equals("OFFLINE") ? ", drained" : ""),
                !status.equals("ONLINE"),
                worker.version() == null ? "unknown" : Show.text(worker.version()),
                Sizes.bytes(worker.bytes()),
                worker.capacity() == null ? "none" : Sizes.bytes(worker.capacity()),
                perMille < 0 ? "" : perMille / 10 + "." + perMille % 10 + " %",
                (int) Math.max(0, perMille / 10),
                Show.number(worker.chunks()),
                worker.confirmedEpoch() == null
                        ? "never confirmed"
                        : missing == 0 ? "epoch " + worker.confirmedEpoch() : Show.number(missing) + " missing",
                RoutesPicture.cells(worker));
    }

    private DatasetLine dataset(NetworkState.Dataset dataset) {
        return new DatasetLine(
                facts.links().to("dataset", dataset.dataset()),
                Show.number(dataset.chunks()),
                Sizes.bytes(dataset.bytes()),
                String.valueOf(dataset.height()));
    }
}
