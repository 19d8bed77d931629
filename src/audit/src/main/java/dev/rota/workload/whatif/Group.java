package dev.rota.workload.whatif;

import java.util.Comparator;

/**
 * What figures are about: {@code instance=release}.
 *
 * @param kind the word for it: instance, bots, para, shard
 */
public record Group(String kind, String name) implements Comparable<Group> {

    /** All subjects of a unit. */
    public static final Group ALL = new Group("all", "");

    private static final Comparator<Group> ORDER =
            Comparator.comparing(Group::kind).thenComparing(Group::name);

    @Override
    public int compareTo(Group other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return name.isEmpty() ? kind : kind + "=" + name;
    }
}
