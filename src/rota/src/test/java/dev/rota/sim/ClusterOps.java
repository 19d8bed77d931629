package dev.rota.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs random operations on a cluster and returns the result of each as a text. A simulated cluster and a real one must
 * return the same texts for the same seed.
 */
final class ClusterOps {

    static final int PARTITIONS = 2;
    private static final int OPS_MAX = 40;

    /** Recent, so that retention leaves it alone. */
    private static final long BEGUN_MS = System.currentTimeMillis();

    /** The operations of clients on a cluster with one topic. Each returns its result as a text. */
    interface Target {

        String append(int partition, String value);

        /** Initializes a new producer with a transactional id, which fences the one before. */
        String init(int id);

        /** Appends in a transaction, which begins if none is open. */
        String appendIn(int id, int partition, String value);

        /** Sends a position of the group in a transaction. */
        String positionIn(int id, int partition, long offset);

        /** Sends an empty set of positions of the group in a transaction. */
        String noPositionsIn(int id);

        /** Ends a transaction, which may be empty. */
        String end(int id, boolean commit);

        /** Appends with the producer that the last {@link #init} has fenced. */
        String zombie(int id, int partition, String value);

        String read(int partition, long from, boolean committedOnly);

        String ends(int partition);

        String deleteBefore(int partition, long offset);

        String recreate();

        String position(int partition);

        /** Returns the group's position, or that it is pending while an open transaction contains it. */
        String stablePosition(int partition);

        /** Sends a position in a transaction as a member that the group does not have. The transaction is aborted. */
        String positionOfStranger(int id, int partition, long offset);
    }

    private ClusterOps() {}

    /** Returns the timestamp that producers give the record of a value. */
    static long time(String value) {
        return BEGUN_MS + Integer.parseInt(value.substring(1));
    }

    /** Returns the text for a record that was read. */
    static String text(long offset, String value, long time) {
        return offset + "=" + value + (time == time(value) ? "" : " of another time");
    }

    static List<String> run(long seed, Target on) {
        Random random = new Random(seed);
        List<String> results = new ArrayList<>();
        int count = 5 + random.nextInt(OPS_MAX - 5);
        for (int i = 0; i < count; i++) {
            int id = random.nextInt(2);
            int partition = random.nextInt(PARTITIONS);
            long offset = random.nextInt(12);
            String value = "v" + i;
            int op = random.nextInt(100);
            String result;
            if (op < 15) {
                result = "append " + on.append(partition, value);
            } else if (op < 25) {
                result = "init " + on.init(id);
            } else if (op < 45) {
                result = "append in " + on.appendIn(id, partition, value);
            } else if (op < 49) {
                result = "position in " + on.positionIn(id, partition, offset);
            } else if (op < 51) {
                result = "no positions in " + on.noPositionsIn(id);
            } else if (op < 65) {
                result = "end " + on.end(id, random.nextBoolean());
            } else if (op < 70) {
                result = "zombie " + on.zombie(id, partition, value);
            } else if (op < 82) {
                result = "read " + on.read(partition, offset, random.nextBoolean());
            } else if (op < 90) {
                result = "ends " + on.ends(partition);
            } else if (op < 95) {
                result = "delete " + on.deleteBefore(partition, offset);
            } else if (op < 96) {
                result = "recreate " + on.recreate();
            } else if (op < 98) {
                result = "position " + on.position(partition);
            } else if (op < 99) {
                result = "stable position " + on.stablePosition(partition);
            } else {
                result = "position of a stranger " + on.positionOfStranger(id, partition, offset);
            }
            results.add(result);
        }
        for (int partition = 0; partition < PARTITIONS; partition++) {
            results.add("ends " + on.ends(partition));
            results.add("read " + on.read(partition, 0, true));
            results.add("read " + on.read(partition, 0, false));
            results.add("stable position " + on.stablePosition(partition));
        }
        return results;
    }
}
