package dev.rota.cores.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockRow;
import dev.rota.cores.Occupant;
import dev.rota.cores.QueuedClaim;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.SessionRow;
import dev.rota.engine.Key;
import dev.rota.engine.Table;
import dev.rota.testing.TestLog;
import java.util.ArrayList;
import java.util.List;

/** Checks invariants of a chain's rows after every event. */
final class CoresInvariants {

    private CoresInvariants() {}

    static void check(TestLog log, String chain) {
        BlockRow block = log.table(CoresTables.BLOCK, chain).get(CoresTables.ONLY);
        SessionRow session = log.table(CoresTables.SESSION, chain).get(CoresTables.ONLY);
        if (block == null || session == null) {
            assertThat(block).isNull();
            assertThat(session).isNull();
            return;
        }
        List<Integer> claimed = new ArrayList<>();
        occupied(session, block, claimed);
        scheduled(block, claimed);
        queued(log, chain, session, block, claimed);
        assertThat(claimed).as("paras with a claim").doesNotHaveDuplicates();
    }

    private static void occupied(SessionRow session, BlockRow block, List<Integer> claimed) {
        int parachains = session.getParachains().size();
        assertThat(block.getOccupied()).extracting(Occupant::getCore).isSorted().doesNotHaveDuplicates();
        for (Occupant occupant : block.getOccupied()) {
            assertThat(occupant.getSince()).isBetween(session.getStartBlock(), block.getNumber());
            if (occupant.getCollator() == null) {
                assertThat(occupant.getPara()).isEqualTo(session.getParachains().get(occupant.getCore()));
            } else {
                assertThat(occupant.getCore()).isBetween(parachains, parachains + session.getThreadCores() - 1);
                claimed.add(occupant.getPara());
            }
        }
    }

    private static void scheduled(BlockRow block, List<Integer> claimed) {
        assertThat(block.getScheduled())
                .extracting(ScheduledClaim::getCore)
                .isSorted()
                .doesNotHaveDuplicates();
        List<Integer> used = new ArrayList<>();
        block.getOccupied().forEach(occupant -> used.add(occupant.getCore()));
        block.getScheduled().forEach(claim -> used.add(claim.getCore()));
        assertThat(used).as("cores in use").doesNotHaveDuplicates();
        block.getScheduled().forEach(claim -> claimed.add(claim.getPara()));
    }

    private static void queued(TestLog log, String chain, SessionRow session, BlockRow block, List<Integer> claimed) {
        assertThat(block.getNextOffset()).isBetween(0, Math.max(0, session.getThreadCores() - 1));
        try (Table.Cursor<QueuedClaim> cursor =
                log.table(CoresTables.QUEUE, chain).scan(Key.EMPTY)) {
            for (Table.Entry<QueuedClaim> entry = cursor.next(); entry != null; entry = cursor.next()) {
                assertThat(entry.key().read().number64()).isLessThan(block.getNextSequence());
                assertThat(entry.row().getOffset()).isBetween(0, session.getThreadCores() - 1);
                assertThat(entry.row().getRetries()).isBetween(0, session.getRetriesMax());
                claimed.add(entry.row().getPara());
            }
        }
    }
}
