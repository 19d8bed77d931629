package dev.rota.http;

import dev.rota.engine.Answered;
import dev.rota.engine.Subject;
import dev.rota.pages.Instances;
import dev.rota.pages.Url;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Health;
import dev.rota.stream.Ownership;
import dev.rota.stream.pages.PageAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The schedulers of this process as a source of live state. Units of other instances are requested from those. */
final class LocalInstances implements Instances {

    /** The time that a page waits for a busy scheduler before it is shown without the scheduler's answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PageForward forward = new PageForward();
    private final ParsedPages parsed = new ParsedPages();
    private final List<DomainRun> runs;

    LocalInstances(List<DomainRun> runs) {
        this.runs = List.copyOf(runs);
    }

    @Override
    public Optional<State> state(String domain) {
        return run(domain).map(LocalInstances::state);
    }

    private static State state(DomainRun run) {
        Health health = run.health();
        Ownership ownership = run.ownership();
        SortedMap<Integer, Long> lag = new TreeMap<>(run.lag());
        SortedMap<Integer, String> owners = new TreeMap<>();
        lag.keySet().forEach(partition -> owners.put(partition, who(run, ownership, partition)));
        return new State(health.live(), health.reasons(), health.notes(), owners, lag, run.waitingSince());
    }

    /** Returns the name of the instance that decides a partition. */
    private static String who(DomainRun run, Ownership ownership, int partition) {
        if (ownership.decides().contains(partition)) {
            return "this instance";
        }
        if (ownership.restores().contains(partition)) {
            return "this instance, which is restoring its rows";
        }
        String where = run.owner(partition).orElse("another instance");
        return ownership.standsBy().contains(partition) ? where + "; this one stands by" : where;
    }

    @Override
    public Optional<Answered> explain(String domain, String unit, Subject subject) throws Unanswered {
        DomainRun run = required(domain);
        return InstanceAnswers.of(
                answer(run, unit, run.explain(unit, subject), UnitPages.explain(subject)), InstanceAnswers::answered);
    }

    @Override
    public <T> Optional<T> page(String domain, String unit, String page, Class<T> type) throws Unanswered {
        DomainRun run = required(domain);
        return InstanceAnswers.of(
                answer(run, unit, run.page(unit, page), Url.pageName(page)),
                shown -> parsed.of(Url.page(domain, unit, page), shown, type));
    }

    /** Returns this instance's answer, or requests it from the instance that has the unit. */
    private CompletableFuture<PageAnswer> answer(
            DomainRun run, String unit, CompletableFuture<PageAnswer> asked, String page) {
        return asked.thenCompose(here -> {
                    Optional<String> owner =
                            here.outcome() == PageAnswer.Outcome.NOT_HERE ? run.owner(unit) : Optional.empty();
                    return owner.isEmpty()
                            ? CompletableFuture.completedFuture(here)
                            : forward.ask(owner.get(), run.domain().name(), unit, page);
                })
                .completeOnTimeout(PageAnswer.late(unit, PATIENCE), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean areServedHere() {
        return true;
    }

    private DomainRun required(String domain) throws Unanswered {
        return run(domain).orElseThrow(() -> new Unanswered("no scheduler of " + domain + " runs here"));
    }

    private Optional<DomainRun> run(String domain) {
        return runs.stream().filter(run -> run.domain().name().equals(domain)).findFirst();
    }
}
