package dev.rota.chunks;

import java.util.List;
import java.util.stream.Collectors;

/** When two have decided alike: to the letter, but for the sentences that say why an epoch was refused. */
final class Alike {

    private Alike() {}

    static boolean in(List<Told> expected, List<Told> actual) {
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

    private static boolean same(Told one, Told other) {
        boolean refused = one.value() instanceof Epoch epoch && epoch.getStatus() != EpochStatus.PUBLISHED;
        if (refused && other.value() instanceof Epoch found) {
            return reasoned((Epoch) one.value(), found) && plain(one).equals(plain(other));
        }
        return one.equals(other);
    }

    static String text(List<Told> decided) {
        return decided.stream()
                .map(told -> "\n  " + told.time() + " " + told.topic() + " " + told.key() + " " + told.value())
                .collect(Collectors.joining());
    }

    /** A refused epoch says why, and names the chunk that did not fit. */
    private static boolean reasoned(Epoch expected, Epoch actual) {
        String reason = expected.getReason();
        String named = reason.startsWith(NaivePass.NO_ROOM_FOR) ? reason.substring(NaivePass.NO_ROOM_FOR.length()) : "";
        return !actual.getReason().isEmpty() && actual.getReason().contains(named);
    }

    private static Told plain(Told told) {
        Epoch epoch = Epoch.newBuilder((Epoch) told.value()).setReason("").build();
        return new Told(told.time(), told.topic(), told.key(), epoch);
    }
}
