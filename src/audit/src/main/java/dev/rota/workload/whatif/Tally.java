package dev.rota.workload.whatif;

import dev.rota.engine.Nullable;
import dev.rota.engine.Times;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts what happens in one world, or in the record: how long each subject waits until it is served first, and what
 * else happens to its group. Needs eight bytes a subject besides its name; when a subject began to wait is kept in steps.
 */
public final class Tally {

    private static final long ABSENT = Long.MIN_VALUE;

    /** The time of a tally that has not been told any: the first block of a chain may have any number. */
    private static final long NOT_BEGUN = Long.MIN_VALUE;

    /** The state of a subject that was served before the branch. */
    private static final long BEFORE = ABSENT + 1;

    /** Marks the wait of a subject that left without having been served. */
    private static final long LEFT = 1L << 62;

    /** Separates a name from the number of its coming. No id contains a control character. */
    private static final char TIMES = '\u001f';

    /** The slots of one party. */
    private static final class Party {
        private final Group kind;
        private final int slots;
        private final int busy;
        private final long since;
        /** When it was heard last. */
        private final long heard;

        Party(Group kind, int slots, int busy, long since, long heard) {
            this.kind = kind;
            this.slots = slots;
            this.busy = busy;
            this.since = since;
            this.heard = heard;
        }
    }

    /** Observes subjects that begin to wait. */
    public interface Watch {
        void waits(int subject, long time);
    }

    private static final class Counts {
        private final SortedMap<String, Long> byName = new TreeMap<>();
        /** The names of its parties that had slots. */
        private final Set<String> parties = new TreeSet<>();

        private long slotTime;
        private long busyTime;

        Counts copy() {
            Counts copy = new Counts();
            copy.byName.putAll(byName);
            copy.parties.addAll(parties);
            copy.slotTime = slotTime;
            copy.busyTime = busyTime;
            return copy;
        }
    }

    private final Subjects subjects;
    private final List<Group> groups;
    private final Map<Group, Integer> groupNumbers;
    /** The group of each subject, shared by all tallies. */
    private final int[][] groupOf;

    /** A subject that waits has {@code -1 - since}, one that was served its wait. */
    private long[] states;

    /** The number of times that a subject has come, if more than once. */
    private final Map<String, Integer> comings = new TreeMap<>();

    private final SortedMap<Group, Counts> counts = new TreeMap<>();
    private final SortedMap<String, Party> parties = new TreeMap<>();
    /** The party whose slot is used for each piece of work. */
    private final Map<String, String> users = new TreeMap<>();

    private @Nullable Watch watch;

    /** The name of the subject that came last. */
    private String latest = "";

    /** The waits since the branch that have ended. */
    private WaitSeries series;

    /** The latest time, or {@link #NOT_BEGUN}. */
    private long clock = NOT_BEGUN;

    private long silence = Times.NEVER;

    public Tally() {
        this.series = new WaitSeries(0);
        this.subjects = new Subjects();
        this.groups = new ArrayList<>();
        this.groupNumbers = new TreeMap<>();
        this.groupOf = new int[][] {new int[0]};
        this.states = new long[0];
    }

    private Tally(Tally from) {
        this.subjects = from.subjects;
        this.groups = from.groups;
        this.groupNumbers = from.groupNumbers;
        this.groupOf = from.groupOf;
        this.states = from.states.clone();
        this.comings.putAll(from.comings);
        from.counts.forEach((group, its) -> counts.put(group, its.copy()));
        this.parties.putAll(from.parties);
        this.users.putAll(from.users);
        this.latest = from.latest;
        this.series = from.series.copy();
        this.clock = from.clock;
        this.silence = from.silence;
    }

    /** Returns a tally of its own that goes on from here. */
    public Tally fork() {
        return new Tally(this);
    }

    /** Forgets what has happened, but for the subjects that wait, the slots, and that the others were there. */
    public void restart(long time) {
        clock(time);
        for (int i = 0; i < states.length; i++) {
            states[i] = states[i] >= 0 ? BEFORE : states[i];
        }
        counts.clear();
        series = new WaitSeries(hasBegun() ? time : 0);
        parties.replaceAll((name, its) -> new Party(its.kind, its.slots, its.busy, clock, its.heard));
        parties.forEach((name, its) -> note(name, its.kind, its.slots));
    }

    /** Counts a party with its group, unless it is the group itself, as the cores of one kind are. */
    private void note(String party, Group kind, int slots) {
        if (slots > 0 && !party.equals(kind.name())) {
            counts(kind).parties.add(party);
        }
    }

    /** Sets how long a party may be silent before its slots do not count any more. */
    public void silence(long limit) {
        silence = limit;
    }

    /** Sets what observes this tally, and no fork of it. */
    public void watch(Watch observer) {
        watch = observer;
    }

    /** Advances the time at which waits end that have not ended. */
    public void clock(long time) {
        if (time > clock && !hasBegun()) {
            begin(time);
        }
        clock = Math.max(clock, time);
    }

    private boolean hasBegun() {
        return clock != NOT_BEGUN;
    }

    /** Begins to count at the first time that is told. Parties that are there already have their slots from then on. */
    private void begin(long time) {
        series = new WaitSeries(time);
        parties.replaceAll((name, its) -> new Party(its.kind, its.slots, its.busy, time, time));
    }

    /** Returns the latest time of which the tally knows. */
    public long now() {
        return clock;
    }

    /** Takes note that a subject begins to wait. */
    public void waits(Group group, String name, long time) {
        clock(time);
        int times = comings.isEmpty() ? 1 : comings.getOrDefault(name, 1);
        int subject = subjects.number(coming(name, times));
        while (state(subject) != ABSENT) {
            comings.put(name, ++times);
            subject = subjects.number(coming(name, times));
        }
        state(subject, -1 - time);
        groupOf(subject, number(group));
        latest = name;
        if (watch != null) {
            watch.waits(subject, time);
        }
    }

    /** Takes back that the subject that came last began to wait: it was not accepted. */
    public void withdraw() {
        state(subject(latest), ABSENT);
        comings.computeIfPresent(latest, (name, times) -> times == 2 ? null : times - 1);
    }

    /** Returns the name of one of a subject's comings, which is no other subject's name. */
    private static String coming(String name, int times) {
        return times == 1 ? name : name + TIMES + times;
    }

    /** Returns the number of a subject, as it came last; -1 if it never came. */
    public int subject(String name) {
        Integer times = comings.isEmpty() ? null : comings.get(name);
        return subjects.find(coming(name, times == null ? 1 : times));
    }

    /** Takes note that a subject is served. Only the first time counts. */
    public void served(String name, long time) {
        end(name, time, 0);
    }

    /** Takes note that a subject leaves. Counts only if it was never served. */
    public void leaves(String name, long time) {
        end(name, time, LEFT);
    }

    private void end(String name, long time, long mark) {
        clock(time);
        int subject = subject(name);
        long state = subject < 0 ? ABSENT : state(subject);
        if (state < 0 && state > BEFORE) {
            long since = -1 - state;
            state(subject, (time - since) | mark);
            series.add(since, time - since, mark != LEFT);
        }
    }

    /** Counts something that happened to a group. */
    public void add(Group group, String what) {
        add(group, what, 1);
    }

    /** Counts something that happened to a group {@code many} times. */
    public void add(Group group, String what, long many) {
        counts(group).byName.merge(what, many, Long::sum);
    }

    /** Sets the slots of a party from now on; 0 if it is gone. */
    public void slots(String party, Group kind, int slots, long time) {
        Party before = settle(party, time);
        note(party, kind, slots);
        if (slots > 0 || (before != null && before.busy > 0)) {
            parties.put(party, new Party(kind, slots, before == null ? 0 : before.busy, clock, clock));
        } else {
            parties.remove(party);
        }
    }

    /** Changes the number of used slots of a party. */
    void busy(String party, int change, long time) {
        Party before = settle(party, time);
        if (before != null) {
            parties.put(
                    party,
                    new Party(before.kind, before.slots, Math.max(0, before.busy + change), clock, before.heard));
        }
    }

    /** Takes note that slots of a kind of party were used for a time. */
    public void used(Group kind, long time) {
        counts(kind).busyTime += time;
    }

    /**
     * Takes note of what became of the subject that came last, at {@code since}, under another scheduler. One of which
     * that is not known does not count.
     */
    public void past(String name, long since, Past past) {
        if (past.waited() == Past.NONE) {
            withdraw();
        } else if (past.hasEnded()) {
            end(name, since + past.waited(), past.left() ? LEFT : 0);
        }
    }

    /** Takes note that a slot of a party is used for a piece of work, until it is freed. */
    public void uses(String party, String work, long time) {
        String before = users.put(work, party);
        if (!party.equals(before)) {
            if (before != null) {
                busy(before, -1, time);
            }
            busy(party, 1, time);
        }
    }

    /** Takes note that a piece of work uses no slot any more. */
    public void frees(String work, long time) {
        String party = users.remove(work);
        if (party != null) {
            busy(party, -1, time);
        }
    }

    private @Nullable Party settle(String party, long time) {
        clock(time);
        Party known = parties.get(party);
        if (known != null) {
            count(known);
        }
        return known;
    }

    private void count(Party party) {
        long time = Math.max(0, Math.min(clock, Times.after(party.heard, silence)) - party.since);
        Counts of = counts(party.kind);
        of.slotTime += party.slots * time;
        of.busyTime += Math.min(party.busy, party.slots) * time;
    }

    /** Returns the figures of each group, and of all subjects. */
    public SortedMap<Group, Figures> figures() {
        parties.replaceAll((name, its) -> {
            count(its);
            return new Party(its.kind, its.slots, its.busy, clock, its.heard);
        });
        SortedMap<Group, Waits> waits = new TreeMap<>();
        waits.put(Group.ALL, new Waits());
        for (int subject = 0; subject < states.length; subject++) {
            if (counts(subject)) {
                long wait = wait(subject);
                boolean ended = hasEnded(subject);
                waits.computeIfAbsent(group(subject), group -> new Waits()).add(wait, ended);
                waits.get(Group.ALL).add(wait, ended);
            }
        }
        SortedMap<Group, Figures> figures = new TreeMap<>();
        waits.forEach((group, its) -> figures.put(group, figures(group, its)));
        counts.keySet().forEach(group -> figures.computeIfAbsent(group, each -> figures(each, new Waits())));
        return figures;
    }

    /** Returns the waits since the branch by the time at which they began. */
    public WaitSeries series() {
        WaitSeries all = series.copy();
        for (int subject = 0; subject < states.length; subject++) {
            if (states[subject] < 0 && counts(subject)) {
                all.add(-1 - states[subject], wait(subject), false);
            }
        }
        return all;
    }

    private Figures figures(Group group, Waits waits) {
        Counts counted = counts.getOrDefault(group, new Counts());
        return new Figures(waits, counted.byName, counted.parties.size(), counted.slotTime, counted.busyTime);
    }

    /** Returns the number of subjects of all tallies of this what-if. */
    public int subjects() {
        return subjects.count();
    }

    /** Returns a subject's name, which all its comings share. */
    public String name(int subject) {
        String name = subjects.name(subject);
        int end = name.indexOf(TIMES);
        return end < 0 ? name : name.substring(0, end);
    }

    /** Returns a subject's name for people, with the number of its coming if it came before. */
    public String label(int subject) {
        String name = subjects.name(subject);
        int end = name.indexOf(TIMES);
        return end < 0 ? name : name.substring(0, end) + " (" + name.substring(end + 1) + ")";
    }

    /** Returns whether a subject waited in this world, or in the record, after the branch. */
    public boolean counts(int subject) {
        return state(subject) > BEFORE;
    }

    /** Returns the group of a subject. */
    public Group group(int subject) {
        return groups.get(groupOf[0][subject]);
    }

    /** Returns how long a subject waited, or has waited. */
    public long wait(int subject) {
        long state = state(subject);
        return state >= 0 ? state & ~LEFT : clock - (-1 - state);
    }

    /** Returns whether a subject's wait ended because it was served. */
    public boolean hasEnded(int subject) {
        long state = state(subject);
        return state >= 0 && (state & LEFT) == 0;
    }

    private long state(int subject) {
        return subject < states.length ? states[subject] : ABSENT;
    }

    private void state(int subject, long state) {
        if (subject >= states.length) {
            int before = states.length;
            states = Arrays.copyOf(states, Math.max(256, subject + 1 + (subject >> 1)));
            Arrays.fill(states, before, states.length, ABSENT);
        }
        states[subject] = state;
    }

    private int number(Group group) {
        return groupNumbers.computeIfAbsent(group, each -> {
            groups.add(each);
            return groups.size() - 1;
        });
    }

    private void groupOf(int subject, int group) {
        if (subject >= groupOf[0].length) {
            groupOf[0] = Arrays.copyOf(groupOf[0], Math.max(256, subject + 1 + (subject >> 1)));
        }
        groupOf[0][subject] = group;
    }

    private Counts counts(Group group) {
        return counts.computeIfAbsent(group, none -> new Counts());
    }
}
