package dev.rota.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random operations on a cluster, from a seed, each with what came of it as a text. A simulated cluster and a real one
 * must give the same texts.
 */
final class ClusterOps {

    static final int PARTITIONS = 2;
    private static final int OPS_MAX = 40;

    /** Recent, so that retention leaves it alone. */
    private static final long BEGUN_MS = System.currentTimeMillis();

    /** What a client can do to a cluster with one topic. Each returns what came of it. */
    interface Target {

        String append(int partition, String value);

        /** A producer begins anew under a transactional id. */
        String init(int id);

        /** Appends in a transaction, which begins if none is open. */
        String appendIn(int id, int partition, String value);

        /** A group's position, in a transaction. */
        String positionIn(int id, int partition, long offset);

        /** A group's positions, in a transaction, which are none. */
        String noPositionsIn(int id);

        /** Of a transaction that may have nothing in it. */
        String end(int id, boolean commit);

        /** The producer that had the id before the last beginning goes on as if nothing had happened. */
        String zombie(int id, int partition, String value);

        String read(int partition, long from, boolean committedOnly);

        String ends(int partition);

        String deleteBefore(int partition, long offset);

        String recreate();

        String position(int partition);

        /** The group's position, unless a transaction that is open is about to change it. */
        String stablePosition(int partition);

        /** A group's position, in a transaction, by a member that the group does not have. The transaction is aborted. */
        String positionOfStranger(int id, int partition, long offset);
    }

    private ClusterOps() {}

    /** The time that a producer says its value is of. */
    static long time(String value) {
        return BEGUN_MS + Integer.parseInt(value.substring(1));
    }

    /** A record that was read. */
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
