package dev.rota.cores.scheduler;

import dev.rota.cores.CoresTopics;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes which cores a session's validators back in the coming blocks: when the session begins, and whenever the
 * next {@code forecastBlocks} blocks are not all covered. A record covers twice that number of blocks, or fewer if the
 * chain has very many cores, so that groups that rotate at every block do not need a record at every block.
 */
final class Duties {

    private final Session session;
    private final GroupRotation rotation;
    private final List<DutyStretch> stretches = new ArrayList<>();

    private Duties(Session session) {
        this.session = session;
        this.rotation = session.rotation();
    }

    static void decide(Step step, RelayChain chain) {
        Session session = chain.session();
        if (chain.dutiesTo() >= chain.number() + session.forecastBlocks()) {
            return;
        }
        Duties duties = new Duties(session);
        chain.publishedDuties(duties.stretch(chain.number() + 1));
        List<GroupDuties> groups = duties.groups(Validators.of(step, session));
        step.emit(
                CoresTopics.DUTIES,
                chain.name(),
                new ValidatorDuties(chain.name(), session.index(), duties.stretches, groups));
    }

    /**
     * Adds the intervals between rotations from the one with this block on; returns the last block that needs no other
     * record.
     */
    private long stretch(long block) {
        if (!session.hasGroups()) {
            return Long.MAX_VALUE;
        }
        long enough = block - 1 + 2L * session.forecastBlocks();
        long from = rotation.lastAt(block);
        long to = from - 1;
        int stretchesMax = CoresLimits.DUTY_CORES_MAX / rotation.groups();
        while (to < enough && stretches.size() < stretchesMax) {
            to = rotation.unchangedTo(from);
            stretches.add(new DutyStretch(from, to == Long.MAX_VALUE ? null : to));
            from = to + 1;
        }
        return to;
    }

    private List<GroupDuties> groups(Validators validators) {
        int[] firstGroups = stretches.stream()
                .mapToInt(stretch -> rotation.firstGroup(stretch.getFrom()))
                .toArray();
        List<GroupDuties> duties = new ArrayList<>();
        for (int group = 0; group < validators.groups(); group++) {
            List<String> members = validators.members(group);
            if (!members.isEmpty()) {
                List<Integer> cores = new ArrayList<>(firstGroups.length);
                for (int firstGroup : firstGroups) {
                    cores.add(rotation.core(group, firstGroup));
                }
                duties.add(new GroupDuties(group, members, cores));
            }
        }
        return duties;
    }
}
