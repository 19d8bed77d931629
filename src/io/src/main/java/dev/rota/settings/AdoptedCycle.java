package dev.rota.settings;

import dev.rota.engine.Domain;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds cycles of schedulers in which each adopts an output of the one before. The edges are the adopted topics: from
 * the scheduler whose output a topic is to the one that adopts it.
 */
final class AdoptedCycle {

    /** The scheduler that writes to each adopted output. */
    private final Map<String, String> writers = new TreeMap<>();

    /** The scheduler that adopts each topic. */
    private final Map<String, String> readers = new TreeMap<>();

    AdoptedCycle(Collection<Domain> domains, Settings settings, Map<String, Domain> adopting) {
        adopting.forEach((topic, domain) -> readers.put(topic, domain.name()));
        for (Domain domain : domains) {
            for (String output : Names.of(domain, settings).outputs()) {
                if (readers.containsKey(output)) {
                    writers.put(output, domain.name());
                }
            }
        }
    }

    /** Throws {@link BadSetting} if decisions about a topic's records come back to it. */
    void refuse(String topic) {
        String begin = writers.get(topic);
        if (begin == null) {
            return;
        }
        // Each scheduler that decisions about the topic reach, with the way to it.
        Map<String, String> ways = new TreeMap<>();
        Deque<String> next = new ArrayDeque<>();
        reach(topic, "", ways, next);
        while (!next.isEmpty()) {
            String reached = next.remove();
            writers.forEach((output, writer) -> {
                if (writer.equals(reached)) {
                    reach(output, String.valueOf(ways.get(reached)) + ", whose ", ways, next);
                }
            });
        }
        if (ways.containsKey(begin)) {
            throw new BadSetting("expected schedulers that do not adopt what they cause, but " + ways.get(begin)
                    + ", which writes " + topic);
        }
    }

    private void reach(String topic, String way, Map<String, String> ways, Deque<String> next) {
        String reader = String.valueOf(readers.get(topic));
        if (ways.putIfAbsent(reader, way + topic + " is adopted by " + reader) == null) {
            next.add(reader);
        }
    }
}
