package dev.rota.pages.domain.cores;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.cores.DutyView.Day;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Draws the duties of validators to back cores, from the published duties. */
final class DutyPicture {
    private static final int CELL = 36;
    /** The number of records that are searched for a block. */
    private static final int RECORDS = 5;

    private final ChainFacts chain;

    DutyPicture(ChainFacts chain) {
        this.chain = chain;
    }

    DutyView validator(String validator) {
        Decided latest = ChainFacts.first(chain.facts().newest(EntryFilter.of(ChainFacts.DUTIES), 1));
        if (latest == null) {
            return new DutyView("No duties are among the records that are kept here.", "no duties", 1, List.of());
        }
        ValidatorDuties duties = latest.as(ValidatorDuties.class);
        for (GroupDuties group : duties.getGroups()) {
            if (group.getValidators().contains(validator)) {
                return calendar(duties, group);
            }
        }
        return new DutyView("Session " + duties.getSession() + " has no duties for it.", "no duties", 1, List.of());
    }

    private DutyView calendar(ValidatorDuties duties, GroupDuties group) {
        long next = chain.forecast().getBlock();
        List<Day> days = new ArrayList<>();
        List<DutyStretch> stretches = duties.getStretches();
        for (int i = 0; i < stretches.size(); i++) {
            long from = stretches.get(i).getFrom();
            long to = Objects.requireNonNullElse(stretches.get(i).getTo(), Long.MAX_VALUE);
            int core = group.getCores().get(i);
            boolean isNow = from <= next && next <= to;
            days.add(new Day(
                    CELL * i,
                    CELL * i + CELL / 2,
                    chain.links().to("block", from),
                    to == Long.MAX_VALUE ? "the session's end" : String.valueOf(to),
                    chain.links().to("core", core),
                    isNow ? para(core) : Link.NONE,
                    isNow));
        }
        String members = group.getValidators().size() == 1
                ? "alone"
                : "with " + (group.getValidators().size() - 1) + " others";
        return new DutyView(
                "It is in group " + group.getGroup() + " of session "
                        + duties.getSession() + ", " + members + ". The next block is " + next
                        + "; the duties below hold until a session begins.",
                "duties from block " + stretches.get(0).getFrom() + " on, one cell for each rotation",
                Math.max(1, CELL * days.size()),
                days);
    }

    private Link para(int core) {
        List<CoreOutlook> cores = chain.forecast().getCores();
        Integer para = core < cores.size() ? cores.get(core).getPara() : null;
        return para == null ? Link.NONE : chain.links().to("para", para);
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
