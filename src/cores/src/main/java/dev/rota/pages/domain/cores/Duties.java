package dev.rota.pages.domain.cores;

import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;

/** Finds the published duties of a block. */
final class Duties {
    /** The number of records that are searched for a block. */
    private static final int RECORDS = 5;

    private final ChainFacts chain;

    Duties(ChainFacts chain) {
        this.chain = chain;
    }

    /** Returns the duties of a block: the group and validators of each core. Returns null if no record has them. */
    @Nullable
    ValidatorDuties of(long block) {
        // if two records contain a block, the newer one counts: a session has begun
        for (Decided record : chain.facts().newest(EntryFilter.of(ChainFacts.DUTIES), RECORDS)) {
            ValidatorDuties duties = record.as(ValidatorDuties.class);
            if (stretch(duties, block) >= 0) {
                return duties;
            }
        }
        return null;
    }

    /** Returns the index of the stretch that contains a block; -1 if none does. */
    static int stretch(ValidatorDuties duties, long block) {
        List<DutyStretch> stretches = duties.getStretches();
        for (int i = 0; i < stretches.size(); i++) {
            Long to = stretches.get(i).getTo();
            if (stretches.get(i).getFrom() <= block && (to == null || block <= to)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns links to up to {@code most} validators of the group. */
    List<Link> validators(@Nullable GroupDuties group, int from, int most) {
        List<Link> links = new ArrayList<>();
        if (group != null) {
            List<String> names = group.getValidators();
            for (int i = from; i < names.size() && links.size() < most; i++) {
                links.add(chain.links().to("validator", names.get(i)));
            }
        }
        return links;
    }
}
