package dev.rota.pages.domain.chunks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.NetworkView.Bar;
import dev.rota.pages.domain.chunks.NetworkView.DatasetLine;
import dev.rota.pages.domain.chunks.NetworkView.Fill;
import dev.rota.pages.domain.chunks.NetworkView.Headline;
import dev.rota.pages.domain.chunks.NetworkView.Trouble;
import dev.rota.pages.domain.chunks.NetworkView.WorkerLine;
import dev.rota.pages.index.Wanted;
import dev.rota.pages.view.Link;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Draws a network as a whole. */
final class NetworkPicture {
    /** Workers of a page. */
    static final int WORKERS = 50;
    /** Datasets of a page. */
    static final int DATASETS = 30;

    private static final int TROUBLES = 6;
    private static final int BAR = 32;
    private static final int TALLEST = 100;

    private final UnitFacts facts;
    private final JsonNode state;

    NetworkPicture(UnitFacts facts) {
        this.facts = facts;
        this.state = facts.live(DomainPages.STATE).json();
    }

    NetworkView view() {
        String filter = facts.parameter("filter");
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode worker : state.path("workers")) {
            if (filter.isEmpty()
                    || worker.path("worker").asText().contains(filter)
                    || worker.path("status").asText().contains(filter)) {
                found.add(worker);
            }
        }
        int pages = Math.max(1, (found.size() + WORKERS - 1) / WORKERS);
        String asked = facts.parameter("page");
        int page = Math.max(1, Math.min(pages, asked.matches("[0-9]{1,6}") ? Integer.parseInt(asked) : 1));
        List<DatasetLine> datasets = new ArrayList<>();
        for (JsonNode dataset : state.path("datasets")) {
            if (datasets.size() < DATASETS) {
                datasets.add(dataset(dataset));
            }
        }
        return new NetworkView(
                facts.unit(),
                PlanForm.url(facts.unit()),
                headline(),
                troubles(),
                fill(),
                filter,
                workersCaption(found.size()),
                found.stream()
                        .skip((long) (page - 1) * WORKERS)
                        .limit(WORKERS)
                        .map(worker -> worker(facts.unit(), worker))
                        .toList(),
                pageLinks(pages, page, filter),
                new EpochLines(facts).newest(),
                Phrases.count(state.path("datasetCount").asLong(), "dataset") + ", the largest first",
                datasets);
    }

    private Headline headline() {
        long epoch = state.path("published").asLong();
        long workers = state.path("workerCount").asLong();
        long unconfirmed = state.path("unconfirmed").asLong();
        return new Headline(
                state.isObject(),
                epoch == 0 ? NetworkLinks.NONE : NetworkLinks.epoch(facts.unit(), epoch),
                Show.number(workers),
                Show.number(state.path("statuses").path("ONLINE").asLong()),
                Show.number(state.path("chunks").asLong()),
                NetworkLinks.bytes(state.path("bytes")),
                percent(),
                epoch == 0
                        ? ""
                        : state.path("converged").asLong() >= epoch
                                ? "It has converged."
                                : unconfirmed == 0
                                        ? "It has not converged."
                                        : "It has not converged: " + Show.number(unconfirmed)
                                                + (unconfirmed == 1 ? " worker" : " workers")
                                                + " online " + (unconfirmed == 1 ? "has" : "have")
                                                + " not confirmed all that is assigned.");
    }

    /** What is assigned, of what the reliable workers have. */
    private String percent() {
        long capacity = state.path("capacity").asLong();
        return capacity == 0
                ? "none"
                : BigDecimal.valueOf(state.path("bytesAssigned").asLong())
                                .multiply(BigDecimal.valueOf(100))
                                .divide(BigDecimal.valueOf(capacity), 0, RoundingMode.HALF_UP)
                        + " %";
    }

    private List<Trouble> troubles() {
        List<Trouble> troubles = new ArrayList<>();
        List<Decided> latest = facts.newest(Wanted.of(EpochLines.EPOCHS), 1);
        for (Decided decided : latest) {
            JsonNode epoch = decided.value();
            Link link = new Link(
                    "epoch " + epoch.path("epoch").asLong(),
                    NetworkLinks.epoch(facts.unit(), epoch.path("epoch").asLong())
                            .url());
            if (!epoch.path("status").asText().equals("PUBLISHED")) {
                troubles.add(new Trouble(
                        link,
                        "was refused, and the assignment before it stays in force: "
                                + Show.text(epoch.path("reason").asText())));
            }
            for (JsonNode dataset : epoch.path("unplaceable")) {
                if (troubles.size() < TROUBLES) {
                    troubles.add(new Trouble(
                            NetworkLinks.dataset(
                                    facts.unit(), dataset.path("dataset").asText()),
                            "cannot be placed: "
                                    + Show.text(dataset.path("reason").asText())));
                }
            }
            if (epoch.path("replicasWaiting").asLong() > 0) {
                troubles.add(new Trouble(
                        link,
                        "left " + Show.number(epoch.path("replicasWaiting").asLong())
                                + " replicas to later epochs ("
                                + NetworkLinks.bytes(epoch.path("bytesWaiting")) + ")"));
            }
        }
        state.path("statuses").properties().forEach(each -> {
            if (!each.getKey().equals("ONLINE")) {
                String status = Show.text(each.getKey());
                troubles.add(new Trouble(
                        new Link(Phrases.count(each.getValue().asLong(), "worker"), url(each.getKey(), "")),
                        each.getValue().asLong() == 1 ? "is " + status : "are " + status));
            }
        });
        return troubles;
    }

    private Fill fill() {
        List<Bar> bars = new ArrayList<>();
        JsonNode steps = state.path("fill");
        long most = 1;
        for (JsonNode step : steps) {
            most = Math.max(most, step.asLong());
        }
        int last = steps.size() - 1;
        for (int i = 0; i <= last; i++) {
            long count = steps.path(i).asLong();
            int height = count == 0 ? 0 : (int) Math.max(2, TALLEST * count / most);
            bars.add(new Bar(
                    BAR * i,
                    TALLEST + 20 - height,
                    height,
                    i == last ? "100" : 100 * i / last + "–" + 100 * (i + 1) / last,
                    Show.number(count),
                    i == last));
        }
        BigDecimal saturation = state.path("saturation").decimalValue();
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
        long all = state.path("workerCount").asLong();
        int told = state.path("workers").size();
        return Show.number(found) + " of " + Show.number(all) + (all == 1 ? " worker" : " workers")
                + (told < all ? "; of all only those that need attention and the fullest can be listed" : "")
                + ": those that are not online first, then the fullest";
    }

    private String url(String filter, String page) {
        return Url.of("/state", "domain", NetworkLinks.DOMAIN, "unit", facts.unit(), "filter", filter, "page", page);
    }

    private List<Link> pageLinks(int pages, int page, String filter) {
        List<Link> links = new ArrayList<>();
        for (int each = 1; each <= pages && pages > 1; each++) {
            links.add(new Link(String.valueOf(each), url(filter, each == 1 ? "" : String.valueOf(each)), each == page));
        }
        return links;
    }

    static WorkerLine worker(String network, JsonNode worker) {
        long perMille = worker.path("perMille").asLong();
        long missing = worker.path("missing").asLong();
        String status = worker.path("status").asText();
        return new WorkerLine(
                NetworkLinks.worker(network, worker.path("worker").asText()),
                Show.text(status)
                        + (worker.path("draining").asBoolean() && status.equals("OFFLINE") ? ", drained" : ""),
                !status.equals("ONLINE"),
                worker.path("version").isTextual()
                        ? Show.text(worker.path("version").asText())
                        : "unknown",
                NetworkLinks.bytes(worker.path("bytes")),
                worker.path("capacity").isNumber() ? NetworkLinks.bytes(worker.path("capacity")) : "none",
                perMille < 0 ? "" : perMille / 10 + "." + perMille % 10 + " %",
                (int) Math.max(0, perMille / 10),
                NetworkLinks.number(worker.path("chunks")),
                !worker.path("confirmedEpoch").isNumber()
                        ? "never confirmed"
                        : missing == 0
                                ? "epoch " + worker.path("confirmedEpoch").asLong()
                                : Show.number(missing) + " missing");
    }

    private DatasetLine dataset(JsonNode dataset) {
        return new DatasetLine(
                NetworkLinks.dataset(facts.unit(), dataset.path("dataset").asText()),
                NetworkLinks.number(dataset.path("chunks")),
                NetworkLinks.bytes(dataset.path("bytes")),
                dataset.path("height").asText());
    }
}
