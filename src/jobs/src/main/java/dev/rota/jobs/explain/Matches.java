package dev.rota.jobs.explain;

import dev.rota.engine.Ids;
import dev.rota.engine.text.Phrases;
import dev.rota.jobs.BotStatus;
import dev.rota.jobs.farm.Bot;
import dev.rota.jobs.farm.Farm;
import dev.rota.jobs.farm.JobKind;
import dev.rota.jobs.farm.Trait;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Summarizes how a cohort's bots match a kind of jobs: the states of those that match, or what is missing. */
final class Matches {

    private static final String FORGOTTEN = " (of bots that are gone nothing is kept)";

    private final Farm farm;
    private final JobKind kind;

    Matches(Farm farm, JobKind kind) {
        this.farm = farm;
        this.kind = kind;
    }

    String fact() {
        List<Bot> matching = kind.matching(farm.platforms.version());
        return matching.isEmpty() ? none() : some(matching);
    }

    private static String some(List<Bot> matching) {
        int roomy = 0;
        int full = 0;
        int held = 0;
        Map<BotStatus, Integer> unhealthy = new EnumMap<>(BotStatus.class);
        for (Bot bot : matching) {
            if (bot.status != BotStatus.OK) {
                unhealthy.merge(bot.status, 1, Integer::sum);
            } else if (bot.isHeld()) {
                held++;
            } else if (bot.isHealthy()) {
                roomy++;
            } else {
                full++;
            }
        }
        List<String> counts = new ArrayList<>();
        if (roomy > 0) {
            counts.add(roomy + (roomy == 1 ? " has room" : " have room"));
        }
        if (full > 0) {
            counts.add(full + (full == 1 ? " is full" : " are full"));
        }
        if (held > 0) {
            counts.add(held + (held == 1 ? " is held" : " are held"));
        }
        unhealthy.forEach((status, count) -> counts.add(count + (count == 1 ? " is " : " are ") + status));
        return Phrases.count(matching.size(), "bot")
                + (matching.size() == 1 ? " matches: " : " match: ")
                + String.join(", ", counts)
                + (roomy == 0 ? FORGOTTEN : "");
    }

    private String none() {
        List<Bot> bots = new ArrayList<>(farm.bots());
        bots.sort(null);
        return bots.isEmpty() ? "the cohort has no bots" + FORGOTTEN : lack(bots) + FORGOTTEN;
    }

    private String lack(List<Bot> bots) {
        Set<Trait> anywhere = new LinkedHashSet<>();
        Set<String> others = new TreeSet<>(Ids.BY_BYTES);
        int able = 0;
        for (Bot bot : bots) {
            anywhere.addAll(Trait.of(bot.properties));
            if (missing(bot).isEmpty()) {
                able++;
                others.add(bot.instance);
            }
        }
        if (able > 0) {
            return Phrases.count(able, "bot") + (able == 1 ? " has" : " have") + " what it requires, but "
                    + (able == 1 ? "serves" : "serve") + " only " + Phrases.row(List.copyOf(others), " and ");
        }
        List<Trait> nowhere =
                kind.traits.stream().filter(trait -> !anywhere.contains(trait)).toList();
        return nowhere.isEmpty()
                ? scattered(bots)
                : "of " + Phrases.count(bots.size(), "bot") + " none has " + Phrases.row(texts(nowhere), " or ");
    }

    /**
     * Returns a sentence about the bot that meets most requirements, if some bot meets each requirement but no bot
     * meets all.
     */
    private String scattered(List<Bot> bots) {
        List<Bot> serving = bots.stream()
                .filter(bot -> Bot.serves(bot.instance, kind.instance))
                .toList();
        Bot closest = bots.get(0);
        int least = Integer.MAX_VALUE;
        for (Bot bot : serving.isEmpty() ? bots : serving) {
            int count = missing(bot).size();
            if (count < least) {
                least = count;
                closest = bot;
            }
        }
        return "each of its requirements is there, but no bot has all: bot " + closest.id + " comes closest, without "
                + Phrases.row(texts(missing(closest)), " and ");
    }

    private List<Trait> missing(Bot bot) {
        Set<Trait> own = new LinkedHashSet<>(Trait.of(bot.properties));
        return kind.traits.stream().filter(trait -> !own.contains(trait)).toList();
    }

    private static List<String> texts(List<Trait> traits) {
        return traits.stream().map(trait -> trait.name() + "=" + trait.value()).toList();
    }
}
