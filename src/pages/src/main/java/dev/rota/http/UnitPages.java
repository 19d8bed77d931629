package dev.rota.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.CompletableFuture.completedFuture;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.Reads;
import dev.rota.pages.Url;
import dev.rota.stream.DomainRun;
import dev.rota.stream.pages.PageAnswer;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Serves the pages of units at {@code /<domain>/<unit>/<page>}. */
final class UnitPages {

    /** The time that a request waits for a scheduler of this process that is busy or restores its rows. */
    static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final String EXPLAIN = "explain.json";

    private static final String SENTENCE = "text/plain; charset=utf-8";

    /** The limit of waiting requests. Each holds a connection. */
    static final int REQUESTS_MAX = 1_000;

    private final Duration patience;
    private final Executor writers;
    private final PageForward forward = new PageForward();
    private final AtomicInteger requests = new AtomicInteger();

    /** @param writers write the responses; the rendering thread must not wait for a slow client */
    UnitPages(Duration patience, Executor writers) {
        this.patience = patience;
        this.writers = writers;
    }

    /** Returns the paths of a domain's pages, with a placeholder for the unit. */
    static List<String> paths(DomainRun run) {
        return run.domain().pages().keySet().stream()
                .map(page -> path(run, page))
                .toList();
    }

    private static String path(DomainRun run, String page) {
        return "/" + run.domain().name() + "/{unit}/" + page;
    }

    void route(RoutesConfig routes, DomainRun run) {
        run.domain()
                .pages()
                .forEach((name, type) -> Reads.route(routes, path(run, name), context -> {
                    String known = context.header(Header.IF_NONE_MATCH);
                    String page = filled(name, context, UnaryOperator.identity());
                    show(
                            context,
                            run,
                            filled(name, context, Url::segment),
                            type,
                            unit -> known == null ? run.page(unit, page) : unlessKnown(run, unit, page, known));
                }));
        if (!run.domain().subjects().isEmpty()) {
            Reads.route(routes, path(run, EXPLAIN), context -> {
                Subject subject = new Subject(text(context, "kind"), text(context, "id"));
                show(context, run, explain(subject), "application/json", unit -> run.explain(unit, subject));
            });
        }
    }

    /** Returns the name of a page with the request's value in place of the placeholder. */
    private static String filled(String name, Context context, UnaryOperator<String> encoding) {
        int from = name.indexOf('{');
        int to = name.indexOf('}');
        return from < 0
                ? name
                : name.substring(0, from)
                        + encoding.apply(context.pathParam(name.substring(from + 1, to)))
                        + name.substring(to + 1);
    }

    /** Returns the page, unless the client has it already. The page's tag is read first, which costs less. */
    private static CompletableFuture<PageAnswer> unlessKnown(DomainRun run, String unit, String page, String known) {
        return run.tag(unit, page)
                .thenCompose(tag -> tag.outcome() != PageAnswer.Outcome.SHOWN
                        ? completedFuture(tag)
                        : !tag.text().isEmpty() && EntityTags.names(known, tag.text())
                                ? completedFuture(PageAnswer.unchanged(tag.text()))
                                : run.page(unit, page));
    }

    /** Returns the path of an explanation below its unit's path. */
    static String explain(Subject subject) {
        return EXPLAIN + "?kind=" + URLEncoder.encode(subject.kind(), UTF_8) + "&id="
                + URLEncoder.encode(subject.id(), UTF_8);
    }

    private static String text(Context context, String name) {
        String value = context.queryParam(name);
        return value == null ? "" : value;
    }

    /** Asks this instance for a page. */
    @FunctionalInterface
    private interface Asked {
        CompletableFuture<PageAnswer> of(String unit);
    }

    private void show(Context context, DomainRun run, String page, String type, Asked asked) {
        String unit = context.pathParam("unit");
        if (requests.incrementAndGet() > REQUESTS_MAX) {
            requests.decrementAndGet();
            write(context, PageAnswer.tooManyRequests(REQUESTS_MAX), type);
            return;
        }
        boolean forwarded = context.header(PageForward.HOP) != null;
        String known = context.header(Header.IF_NONE_MATCH);
        context.future(() -> here(asked, unit)
                .thenCompose(answer -> forwarded ? completedFuture(answer) : elsewhere(answer, run, unit, page, known))
                .completeOnTimeout(PageAnswer.late(unit, patience), patience.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((answer, failure) -> requests.decrementAndGet())
                .thenAcceptAsync(answer -> write(context, answer, type), writers));
    }

    /** Returns the answer of the instance that has the unit, or {@code here} if that is this instance. */
    private CompletableFuture<PageAnswer> elsewhere(
            PageAnswer here, DomainRun run, String unit, String page, @Nullable String known) {
        if (here.outcome() != PageAnswer.Outcome.NOT_HERE) {
            return completedFuture(here);
        }
        Optional<String> owner = run.owner(unit);
        return owner.isEmpty()
                ? completedFuture(here.ownerUnknown())
                : forward.ask(owner.get(), run.domain().name(), unit, page, known);
    }

    private CompletableFuture<PageAnswer> here(Asked asked, String unit) {
        try {
            return asked.of(unit);
        } catch (RuntimeException e) {
            requests.decrementAndGet();
            throw e;
        }
    }

    private static void write(Context context, PageAnswer answer, String type) {
        int status = status(answer.outcome());
        context.status(status).contentType(status == 200 ? type : SENTENCE);
        if (status == 503) {
            context.header(Header.RETRY_AFTER, "1");
        }
        if (answer.tag() != null) {
            context.header(Header.ETAG, EntityTags.header(answer.tag()));
        }
        if (status == 304) {
            return;
        }
        if (status == 200) {
            // All clients share the same bytes, also while slow clients read them.
            context.result(answer.body().array());
        } else {
            context.result((answer.text() + "\n").getBytes(UTF_8));
        }
    }

    private static int status(PageAnswer.Outcome outcome) {
        return switch (outcome) {
            case SHOWN -> 200;
            case UNCHANGED -> 304;
            case UNIT_UNKNOWN -> 404;
            case NOT_HERE -> PageForward.NOT_HERE;
            case BUSY -> 503;
            case FAILED -> 500;
        };
    }
}
