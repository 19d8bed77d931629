package dev.rota.cli.whatif.history;

import dev.rota.cli.io.Lines;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.workload.history.Machines;
import dev.rota.workload.whatif.Past;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The machines of a history: those of a file, or as many as the history needs.
 *
 * <p>If each job had one slot, a pool has the most slots that were used at the same time. These are all of them if a job
 * ever waited for a machine, so that first come, first served waits as in the history. If jobs had several slots, which
 * Rota does not model, the number of jobs that fit on the machines changes with their sizes. The pool then has the number
 * of slots with which first come, first served waits as long on average as the history.
 */
final class MachineGuess {

    /** The number of machines of a pool; beyond, a machine has several slots. */
    private static final int MACHINES_MAX = 1_000;

    /** The number of slots of all machines. */
    private static final long SLOTS_MAX = 1_000_000;

    private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\d{1,18})(?:\\s+(\\d{1,18}))?");

    private final SortedMap<String, Occupancy.Pool> pools;
    private final List<String> remarks = new ArrayList<>();
    private final List<Machines> machines = new ArrayList<>();

    MachineGuess(SortedMap<String, Occupancy.Pool> pools) {
        this.pools = pools;
    }

    List<Machines> machines() {
        return machines;
    }

    /** Returns sentences about what was guessed. */
    List<String> remarks() {
        return remarks;
    }

    /** Reads machines from lines of a pool, a number of machines and a number of slots of each. */
    void read(Path file) throws IOException {
        long slots = 0;
        try (BufferedReader in = Lines.from(file)) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                if (!line.isBlank() && !line.startsWith("#")) {
                    Machines read = machines(line.strip(), file + ": line " + number + ": ");
                    machines.add(read);
                    slots += (long) read.count() * read.slots();
                    requireFew(slots, read.count());
                }
            }
        }
        pools.forEach((pool, work) -> {
            if (machines.stream().noneMatch(each -> hasAll(each.pool(), pool))) {
                remarks.add("no machine of " + file + " is for " + shown(pool) + ": its "
                        + Phrases.count(work.count(), "job") + " are never served");
            }
        });
        remarks.add("machines: those of " + file);
    }

    private Machines machines(String line, String place) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new Unusable(
                    place + "expected a partition, or * for all, a number of machines, and how many slots each"
                            + " has, but it is '" + Rows.shown(line) + "'");
        }
        String name = parts.group(1);
        String pool = name.equals("*")
                ? String.join(
                        ";",
                        pools.keySet().stream().filter(each -> !each.isEmpty()).toList())
                : name.contains("=") ? name : "partition=" + name;
        long count = Long.parseLong(parts.group(2));
        long slots = parts.group(3) == null ? 1 : Math.max(1, Long.parseLong(parts.group(3)));
        requireFew(slots, count);
        return new Machines(pool, (int) count, (int) slots);
    }

    private static void requireFew(long slots, long count) {
        if (slots > SLOTS_MAX || count > SLOTS_MAX / 10) {
            throw new Unusable(String.format(
                    Locale.ROOT,
                    "expected at most %,d slots of up to %,d machines, but there are more",
                    SLOTS_MAX,
                    SLOTS_MAX / 10));
        }
    }

    private static boolean hasAll(String properties, String required) {
        return required.isEmpty() || List.of(properties.split(";")).containsAll(List.of(required.split(";")));
    }

    /** Guesses machines from what ran at the same time. */
    void guess(SortedWork works) throws IOException {
        long slots = 0;
        for (var each : pools.entrySet()) {
            Occupancy.Pool pool = each.getValue();
            if (pool.peak() == 0) {
                throw new Unusable("expected the history to tell what ran at the same time in " + shown(each.getKey())
                        + ", but no job has a run time: name the machines with --machines");
            }
            int fitted = isFitted(pool) ? fitted(each.getKey(), pool, works) : pool.peak();
            slots += fitted;
            requireFew(slots, 0);
            int size = (fitted + MACHINES_MAX - 1) / MACHINES_MAX;
            machines.add(new Machines(each.getKey(), fitted / size, size));
            if (fitted % size > 0) {
                machines.add(new Machines(each.getKey(), 1, fitted % size));
            }
            remarks.add(String.format(
                    Locale.ROOT,
                    "guessed: %s has %,d slots, %s",
                    shown(each.getKey()),
                    fitted,
                    !isFitted(pool)
                            ? "the most that were used at the same time"
                            : String.format(
                                    Locale.ROOT,
                                    "with which one job a slot waits as long on average as in the history; %,d jobs ran"
                                            + " at the same time",
                                    pool.peak())));
        }
    }

    /** Returns whether the waits tell more of a pool than what ran at the same time. */
    private static boolean isFitted(Occupancy.Pool pool) {
        return pool.ofSeveralSlots() > 0 && pool.meanWait() != Past.NONE;
    }

    /** Returns sentences about waits and run times that are not known. */
    List<String> unknown() {
        List<String> unknown = new ArrayList<>();
        long waits = sum(Occupancy.Pool::ofUnknownWait);
        if (waits > 0) {
            unknown.add(String.format(
                    Locale.ROOT,
                    "jobs whose wait the history does not tell: %,d. They are not counted in the record and the model"
                            + " error, and the guess of machines assumes that they were served when they came",
                    waits));
        }
        long runs = sum(Occupancy.Pool::ofUnknownRun);
        if (runs > 0) {
            unknown.add(String.format(
                    Locale.ROOT,
                    "jobs whose run time the history does not tell: %,d. They run as long as others of their kind",
                    runs));
        }
        return unknown;
    }

    private static String shown(String pool) {
        return pool.isEmpty() ? "the only kind of machine" : pool;
    }

    /** Returns the number of slots with which the mean wait is nearest to that of the history. */
    private static int fitted(String name, Occupancy.Pool pool, SortedWork works) throws IOException {
        int low = 1;
        int high = pool.peak();
        SortedMap<Integer, Double> waits = new TreeMap<>();
        while (low < high) {
            int middle = (low + high) >>> 1;
            double wait = wait(name, middle, works);
            waits.put(middle, wait);
            if (wait <= pool.meanWait()) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Double more = waits.get(low - 1);
        Double fewer = waits.get(low);
        boolean isNearer = more != null && fewer != null && more - pool.meanWait() < pool.meanWait() - fewer;
        return isNearer ? low - 1 : low;
    }

    /** Returns the mean wait of first come, first served, with one slot a job. */
    private static double wait(String name, int slots, SortedWork works) throws IOException {
        PriorityQueue<Long> freeAt = new PriorityQueue<>();
        double[] sum = new double[2];
        works.forEach(work -> {
            if (work.pool().equals(name) && work.past().hasRun()) {
                long free = freeAt.size() < slots ? work.submitted() : freeAt.remove();
                long begins = Math.max(work.submitted(), free);
                freeAt.add(begins + work.past().ran());
                sum[0] += (double) (begins - work.submitted());
                sum[1]++;
            }
        });
        return sum[1] == 0 ? 0 : sum[0] / sum[1];
    }

    /** Returns the sentences about what Rota does not model, or the one that there is nothing. */
    @Nullable
    String unmodelled() {
        long all = sum(Occupancy.Pool::count);
        List<String> reasons = new ArrayList<>();
        long several = sum(Occupancy.Pool::ofSeveralSlots);
        double slots =
                pools.values().stream().mapToDouble(Occupancy.Pool::slots).sum();
        if (several > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%.1f %% of the jobs had more than one slot (%.1f each on average), and Rota gives a job one",
                    100.0 * several / all,
                    slots / all));
        }
        long overtaking = sum(Occupancy.Pool::overtaking);
        if (overtaking > 0) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%.1f %% of the jobs were served while an older one waited for the same machines, as backfill,"
                            + " reservations or priorities do",
                    100.0 * overtaking / all));
        }
        return reasons.isEmpty() ? null : String.join("; ", reasons);
    }

    private long sum(ToLongFunction<Occupancy.Pool> of) {
        return pools.values().stream().mapToLong(of).sum();
    }
}
