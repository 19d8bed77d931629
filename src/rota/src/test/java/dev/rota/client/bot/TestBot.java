package dev.rota.client.bot;

import dev.rota.jobs.LeaseEvent;
import dev.rota.jobs.LeaseEventKind;
import dev.rota.jobs.Property;
import dev.rota.jobs.Strategy;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Starts bots with short intervals that run each payload in a shell. */
public final class TestBot {

    private TestBot() {}

    /** Starts a bot, and waits until the scheduler has accepted its first sync. */
    public static CommandBot start(String id, int capacity, Path output, Tenant tenant) {
        BotTerms terms = new BotTerms(
                id,
                "*",
                List.of(),
                capacity,
                List.of(new Property("os", "linux")),
                List.of("sh", "-s"),
                Duration.ofMillis(200),
                Duration.ofMillis(500),
                Duration.ofSeconds(60),
                output,
                1_000);
        CommandBot bot = CommandBot.start(terms, tenant.settings(), tenant.wire(), System.out);
        Await.until("the bot has synced", () -> bot.figures().heardMsAgo() >= 0);
        return bot;
    }

    static LeaseEvent lease(String job) {
        return LeaseEvent.newBuilder()
                .setCohort("default")
                .setBot("b")
                .setSession("s")
                .setJob(job)
                .setLease(7L)
                .setInstance("a")
                .setKind(LeaseEventKind.ASSIGNED)
                .setStrategy(Strategy.CAPACITY)
                .setAttempt(1)
                .setQueuedMs(0L)
                .build();
    }
}
