package dev.rota.cli.jobs;

import dev.rota.cli.options.Unusable;
import dev.rota.client.JobAfter;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Jobs that depend on each other, as a file describes them. */
final class JobGraph {

    /**
     * A job of the graph.
     *
     * @param after jobs of the graph that must end first
     */
    record Node(String job, int priority, @Nullable String payload, List<JobAfter> after) {
        Node {
            after = List.copyOf(after);
        }
    }

    private final Map<String, Node> nodes = new LinkedHashMap<>();

    void add(Node node) {
        if (nodes.put(node.job(), node) != null) {
            throw new Unusable("expected each job once, but " + Printable.of(node.job()) + " is there twice");
        }
    }

    int size() {
        return nodes.size();
    }

    /** Returns the jobs, each after those on which it depends, and else in the order of the file. */
    List<Node> inOrder() {
        Map<String, List<Node>> dependants = new LinkedHashMap<>();
        Map<String, Integer> open = new LinkedHashMap<>();
        Deque<Node> ready = new ArrayDeque<>();
        for (Node node : nodes.values()) {
            for (JobAfter dependency : node.after()) {
                if (!nodes.containsKey(dependency.job())) {
                    throw new Unusable("expected job " + Printable.of(node.job()) + " after jobs of the file, but "
                            + Printable.of(dependency.job()) + " is not there");
                }
                dependants
                        .computeIfAbsent(dependency.job(), job -> new ArrayList<>())
                        .add(node);
            }
            open.put(node.job(), node.after().size());
            if (node.after().isEmpty()) {
                ready.add(node);
            }
        }
        List<Node> ordered = new ArrayList<>();
        while (!ready.isEmpty()) {
            Node node = ready.remove();
            ordered.add(node);
            for (Node dependant : dependants.getOrDefault(node.job(), List.of())) {
                if (open.merge(dependant.job(), -1, Integer::sum) == 0) {
                    ready.add(dependant);
                }
            }
        }
        if (ordered.size() < nodes.size()) {
            String stuck = open.entrySet().stream()
                    .filter(entry -> entry.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
            throw new Unusable("expected jobs without cycles, but " + Printable.of(stuck) + " depends on itself");
        }
        return ordered;
    }
}
