package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.index.OutputTail;
import dev.rota.pages.index.Recent;
import dev.rota.pages.source.TopicReader;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Message;
import dev.rota.pages.whatif.Asked;
import dev.rota.pages.whatif.BadQuestion;
import dev.rota.serde.Wire;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Serves the operators' pages over the outputs of some domains. Pages are read with GET, which changes nothing;
 * requests that read a whole log are POST.
 */
public final class Pages implements AutoCloseable {

    private static final String HTML = "text/html; charset=utf-8";

    private final House house;
    private final OutputTail tail;
    private final TopicReader reader;
    private final Wire wire;
    private final Tasks tasks;
    private final Html html = new Html();
    private final PageLimit seats = PageLimit.ofThisMachine();
    private final Access access;
    private final RecordPage records;
    private final TaskRequests asks;

    /** @param wire reads the records of producers; it is closed with the pages */
    public Pages(List<Domain> domains, Settings settings, Wire wire, Instances instances, LongSupplier clock) {
        int kept = (int) settings.number(Setting.PAGES_RECORDS);
        this.tail = new OutputTail(domains, settings, kept);
        this.reader = new TopicReader(settings);
        this.wire = wire;
        this.tasks = new Tasks(clock);
        this.access = new Access(settings);
        this.house = new House(domains, settings, tail, instances, clock);
        this.records = new RecordPage(house, reader, wire);
        this.asks = new TaskRequests(house, reader, tasks, access);
    }

    /** Begins to follow the outputs. Their topics must exist. */
    public void start() {
        tail.start();
    }

    public void route(RoutesConfig routes) {
        page(routes, "/", this::overview);
        page(routes, "/units", this::units);
        page(routes, "/state", this::state);
        page(routes, "/unit", this::unit);
        page(routes, "/record", this::record);
        page(routes, "/evidence", this::evidence);
        page(routes, "/what-if", this::whatIf);
        page(routes, "/rejections", this::rejections);
        page(routes, "/search", this::search);
        page(routes, "/subject", this::subject);
        page(routes, "/task", this::task);
        page(routes, "/task.json", this::taskJson);
        page(routes, "/raw", this::raw);
        ask(routes, "/tasks/audit", asks::audit);
        ask(routes, "/tasks/explain", asks::explain);
        ask(routes, "/tasks/state", asks::stateBefore);
        ask(routes, "/tasks/inquiry", asks::inquiry);
        ask(routes, "/tasks/what-if", this::askWhatIf);
        ask(routes, "/tasks/chain", asks::chain);
        ask(routes, "/tasks/cancel", asks::cancel);
    }

    /** Answers a request, or throws the sentence that is shown instead. */
    @FunctionalInterface
    private interface Answer {
        void to(Context context) throws NoPage;
    }

    private void page(RoutesConfig routes, String path, Answer answer) {
        Reads.route(
                routes,
                path,
                context -> answer(context, asked -> {
                    if (!isUnchanged(asked)) {
                        seats.with(() -> answer.to(asked));
                    }
                }));
    }

    /**
     * Answers a request of a page that asks whether anything was decided in its domain, or in its unit, since it was
     * shown.
     *
     * @return whether nothing was
     */
    private boolean isUnchanged(Context context) {
        Recent recent = tail.recent(text(context, "domain"));
        if (recent == null || !tail.trouble().isEmpty()) {
            return false;
        }
        String latest = '"' + recent.latest(context.queryParam("unit")) + '"';
        context.header(Header.ETAG, latest);
        boolean unchanged = latest.equals(context.header(Header.IF_NONE_MATCH));
        if (unchanged) {
            context.status(HttpStatus.NOT_MODIFIED);
        }
        return unchanged;
    }

    private void ask(RoutesConfig routes, String path, Answer answer) {
        routes.post(
                path,
                context -> answer(context, asked -> {
                    access.requireSameOrigin(asked);
                    answer.to(asked);
                }));
    }

    private void answer(Context context, Answer answer) {
        try {
            context.header(Header.CACHE_CONTROL, "no-store");
            answer.to(context);
        } catch (NoPage e) {
            context.status(e.status());
            if (e.isFull()) {
                context.header(Header.RETRY_AFTER, "2");
            }
            show(
                    context,
                    "message",
                    house.frame("Not shown", "", ""),
                    new Message(
                            e.status() == 404 ? "Not found" : "Not shown",
                            Show.text(String.valueOf(e.getMessage())),
                            "/",
                            "Overview"));
        }
    }

    private void show(Context context, String template, Frame frame, Object page) {
        context.contentType(HTML).result(html.of(template, Map.of("frame", frame, "page", page)));
    }

    private void overview(Context context) {
        OverviewPage page = new OverviewPage(house, tasks);
        show(context, "overview", page.frame(), page.view());
    }

    private void units(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        UnitsPage page = new UnitsPage(house, tasks);
        show(
                context,
                "units",
                page.frame(domain),
                page.view(domain, text(context, "filter"), text(context, "sort"), (int) number(context, "page", 1)));
    }

    private void unit(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        String unit = text(context, "unit");
        long before = number(context, "before", 0);
        UnitPage page = new UnitPage(house);
        show(
                context,
                "unit",
                page.frame(domain, unit, before == 0),
                page.view(domain, unit, text(context, "kind"), text(context, "id"), before));
    }

    private void state(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        Facts facts = facts(context, domain);
        StatePage page = new StatePage(house, html);
        var view = page.view(domain, facts);
        show(context, "state", page.frame(domain, facts), view);
    }

    private Facts facts(Context context, Domain domain) {
        return new Facts(house, reader, tasks, domain, text(context, "unit"), name -> text(context, name));
    }

    private void record(Context context) throws NoPage {
        TopicReader.Stored record = records.read(text(context, "at"));
        var view = records.view(record);
        show(context, "record", records.frame(view.heading().sentence(), records.domain(record)), view);
    }

    private void evidence(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        EvidencePage page = new EvidencePage(house, reader, tasks);
        String unit = text(context, "unit");
        show(context, "evidence", page.frame(domain, unit), page.view(domain, unit));
    }

    private void whatIf(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        String unit = text(context, "unit");
        WhatIfPage page = new WhatIfPage(house, tasks);
        var view = page.view(domain, unit, WhatIfPage.asked(domain, name -> text(context, name)), "");
        show(context, "what-if", page.frame(domain, unit), view);
    }

    /** Asks what is filled in, or shows the form again with the sentence that says what is wrong with it. */
    private void askWhatIf(Context context) throws NoPage {
        UnaryOperator<String> form = name -> TaskRequests.form(context, name);
        Domain domain = house.domain(form.apply("domain"));
        String unit = form.apply("unit");
        Asked asked = WhatIfPage.asked(domain, form);
        try {
            asks.whatIf(context, domain, unit, asked);
        } catch (BadQuestion e) {
            WhatIfPage page = new WhatIfPage(house, tasks);
            var view = page.view(domain, unit, asked, String.valueOf(e.getMessage()));
            context.status(NoPage.wrong("").status());
            show(context, "what-if", page.frame(domain, unit), view);
        }
    }

    private void rejections(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        RejectionsPage page = new RejectionsPage(house);
        show(context, "rejections", page.frame(domain), page.view(domain, text(context, "reason")));
    }

    private void search(Context context) {
        String query = text(context, "q").strip();
        SearchPage page = new SearchPage(house);
        show(context, "search", page.frame(query), page.view(query));
    }

    private void subject(Context context) throws NoPage {
        Domain domain = house.domain(text(context, "domain"));
        Facts facts = facts(context, domain);
        Subject subject = subjectOf(context);
        long before = number(context, "before", 0);
        SubjectsPage page = new SubjectsPage(house, tasks, html);
        var view = page.view(domain, facts, subject, before);
        show(context, "subject", page.frame(domain, facts, subject, before == 0), view);
    }

    private static Subject subjectOf(Context context) {
        return new Subject(text(context, "kind"), text(context, "id"));
    }

    private void task(Context context) throws NoPage {
        Task task = taskOf(context);
        TasksPage page = new TasksPage(house, html);
        show(context, "task", page.frame(task), page.view(task, Url.ownOrEmpty(text(context, "back"))));
    }

    private void taskJson(Context context) throws NoPage {
        Task task = taskOf(context);
        if (task.state() == Tasks.State.DONE && task.answer() instanceof String json) {
            context.contentType("application/json").result(json.getBytes(UTF_8));
            return;
        }
        context.status(task.state() == Tasks.State.RUNNING ? 202 : 409)
                .contentType("application/json")
                .result(Json.of(json -> {
                    json.writeStringField("state", task.state().name().toLowerCase(Locale.ROOT));
                    json.writeNumberField("percent", task.percent());
                    json.writeStringField("problem", task.problem());
                }));
    }

    private Task taskOf(Context context) throws NoPage {
        @Nullable Task task = tasks.get(text(context, "id"));
        if (task == null) {
            throw NoPage.notFound("expected a question that was asked since this process began, but there is none");
        }
        return task;
    }

    private void raw(Context context) throws NoPage {
        TopicReader.Stored record = records.read(text(context, "at"));
        byte[] value = record.value();
        if (value == null) {
            throw NoPage.notFound("expected a value at " + record.at() + ", but it is null");
        }
        String name = record.at().topic() + "-" + record.at().partition() + "-"
                + record.at().offset() + ".bin";
        context.header("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .contentType("application/octet-stream")
                .result(value);
    }

    private static String text(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value;
    }

    private static long number(Context context, String name, long otherwise) {
        return Numbers.of(text(context, name), otherwise);
    }

    @Override
    public void close() {
        tail.close();
        tasks.close();
        reader.close();
        wire.close();
    }
}
