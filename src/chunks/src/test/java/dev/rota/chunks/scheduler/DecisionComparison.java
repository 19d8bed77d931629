package dev.rota.chunks.scheduler;

import dev.rota.chunks.Epoch;
import dev.rota.chunks.EpochStatus;
import dev.rota.chunks.UnplaceableDataset;
import dev.rota.testing.ShortestDifference;
import dev.rota.testing.TimedDecision;
import java.util.List;
import java.util.stream.IntStream;

/** Compares the decisions of two deciders: all must be equal, except for the texts of reasons. */
final class DecisionComparison implements ShortestDifference.Comparison<TimedDecision> {

    @Override
    public boolean alike(List<TimedDecision> expected, List<TimedDecision> actual) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int i = 0; i < expected.size(); i++) {
            if (!same(expected.get(i), actual.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean same(TimedDecision one, TimedDecision other) {
        boolean refused = one.value() instanceof Epoch epoch && epoch.getStatus() != EpochStatus.PUBLISHED;
        if (refused && other.value() instanceof Epoch found) {
            return reasoned((Epoch) one.value(), found) && plain(one).equals(plain(other));
        }
        if (one.value() instanceof Epoch expected && other.value() instanceof Epoch found) {
            return named(expected, found) && plain(one).equals(plain(other));
        }
        return one.equals(other);
    }

    /** Returns whether the reason of each unplaceable dataset names the expected version or chunk. */
    private static boolean named(Epoch expected, Epoch actual) {
        List<UnplaceableDataset> wanted = expected.getUnplaceable();
        List<UnplaceableDataset> found = actual.getUnplaceable();
        return wanted.size() == found.size()
                && IntStream.range(0, wanted.size())
                        .allMatch(i ->
                                found.get(i).getReason().contains(wanted.get(i).getReason()));
    }

    /** Returns whether a refused epoch has a reason, which names the chunk that did not fit. */
    private static boolean reasoned(Epoch expected, Epoch actual) {
        String reason = expected.getReason();
        String named = reason.startsWith(NaivePass.NO_ROOM_FOR) ? reason.substring(NaivePass.NO_ROOM_FOR.length()) : "";
        return !actual.getReason().isEmpty() && actual.getReason().contains(named);
    }

    private static TimedDecision plain(TimedDecision told) {
        Epoch epoch = (Epoch) told.value();
        List<UnplaceableDataset> unplaceable = epoch.getUnplaceable().stream()
                .map(each -> UnplaceableDataset.newBuilder(each).setReason("").build())
                .toList();
        epoch = Epoch.newBuilder(epoch)
                .setReason("")
                .setUnplaceable(unplaceable)
                .build();
        return new TimedDecision(told.time(), told.topic(), told.key(), epoch);
    }
}
