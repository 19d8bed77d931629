package dev.rota.jobs.scheduler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Remembers ended sessions in the model: the last 8 of a bot's id, for a day after the end of its latest one. */
final class NaiveSessions {

    static final long DAY_MS = 24L * 60 * 60 * 1000;

    private final Map<String, List<String>> ended = new TreeMap<>();
    private final Map<String, Long> goneAt = new TreeMap<>();

    /**
     * Returns whether the bot's session has ended and is remembered.
     *
     * @param stored whether a bot of that id is registered: nothing is forgotten in that time
     */
    boolean hasEnded(String bot, String session, boolean stored, long now) {
        if (!stored && now - goneAt.getOrDefault(bot, now) >= DAY_MS) {
            ended.remove(bot);
            goneAt.remove(bot);
        }
        return of(bot).contains(session);
    }

    void end(NaiveBot bot, long now) {
        List<String> all = new ArrayList<>(of(bot.id));
        all.add(bot.session);
        while (all.size() > 8) {
            all.remove(0);
        }
        ended.put(bot.id, all);
        goneAt.put(bot.id, now);
    }

    /** Returns when the bot's latest session ended, or 0 if none has. */
    long goneAt(String bot) {
        return goneAt.getOrDefault(bot, 0L);
    }

    /** Returns the remembered sessions, latest last. */
    List<String> of(String bot) {
        return ended.getOrDefault(bot, List.of());
    }
}
