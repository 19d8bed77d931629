package dev.rota.http;

import dev.rota.engine.Subject;
import dev.rota.pages.Instances;
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

/** The schedulers of this process, and what they know of others. */
final class LocalInstances implements Instances {

    /** How long a page waits for a busy scheduler before it shows itself without the sentence. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PageForward forward = new PageForward();
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

    /** Who decides a partition. */
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
    public Optional<Answer> explain(String domain, String unit, Subject subject) throws Unanswered {
        DomainRun run = run(domain).orElseThrow(() -> new Unanswered("no scheduler of " + domain + " runs here"));
        return Answers.of(run.explain(unit, subject)
                .thenCompose(here -> {
                    Optional<String> owner =
                            here.outcome() == PageAnswer.Outcome.NOT_HERE ? run.owner(unit) : Optional.empty();
                    return owner.isEmpty()
                            ? CompletableFuture.completedFuture(here)
                            : forward.ask(owner.get(), domain, unit, UnitPages.explain(subject));
                })
                .completeOnTimeout(PageAnswer.late(unit, PATIENCE), PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
    }

    private Optional<DomainRun> run(String domain) {
        return runs.stream().filter(run -> run.domain().name().equals(domain)).findFirst();
    }
}
