package dev.rota.pages.domain.cores;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.DutyStretch;
import dev.rota.cores.GroupDuties;
import dev.rota.cores.ValidatorDuties;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Draws the duties of a validator to back cores, from the published duties. */
public final class ValidatorPicture {

    /**
     * The blocks between two rotations.
     *
     * @param x the left edge of its cell
     * @param para the para that is or will be on the core, if that is known
     * @param isNow whether the next block is one of them
     */
    public record Day(int x, int middle, Link from, String to, Link core, Link para, boolean isNow) {}

    private static final int CELL = 36;

    private final ChainFacts chain;
    private final @Nullable ValidatorDuties duties;
    private final @Nullable GroupDuties group;

    ValidatorPicture(ChainFacts chain, String validator) {
        this.chain = chain;
        Decided latest = ChainFacts.first(chain.facts().newest(EntryFilter.of(ChainFacts.DUTIES), 1));
        this.duties = latest == null ? null : latest.as(ValidatorDuties.class);
        this.group = duties == null
                ? null
                : duties.getGroups().stream()
                        .filter(each -> each.getValidators().contains(validator))
                        .findFirst()
                        .orElse(null);
    }

    public String sentence() {
        if (duties == null) {
            return "No duties are among the records that are kept here.";
        }
        if (group == null) {
            return "Session " + duties.getSession() + " has no duties for it.";
        }
        int others = group.getValidators().size() - 1;
        return "It is in group " + group.getGroup() + " of session " + duties.getSession() + ", "
                + (others == 0 ? "alone" : "with " + others + " others") + ". The next block is "
                + chain.forecast().getBlock() + "; the duties below hold until a session begins.";
    }

    /** Returns the calendar in words. */
    public String label() {
        List<DutyStretch> stretches = stretches();
        return stretches.isEmpty()
                ? "no duties"
                : "duties from block " + stretches.get(0).getFrom() + " on, one cell for each rotation";
    }

    /** Returns the width of the picture. */
    public int width() {
        return Math.max(1, CELL * stretches().size());
    }

    private List<DutyStretch> stretches() {
        return duties == null || group == null ? List.of() : duties.getStretches();
    }

    /** Returns one cell for each stretch between rotations. */
    public List<Day> days() {
        long next = chain.forecast().getBlock();
        List<Day> days = new ArrayList<>();
        List<DutyStretch> stretches = stretches();
        for (int i = 0; i < stretches.size(); i++) {
            long from = stretches.get(i).getFrom();
            long to = Objects.requireNonNullElse(stretches.get(i).getTo(), Long.MAX_VALUE);
            int core = Objects.requireNonNull(group).getCores().get(i);
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
        return days;
    }

    private Link para(int core) {
        List<CoreOutlook> cores = chain.forecast().getCores();
        Integer para = core < cores.size() ? cores.get(core).getPara() : null;
        return para == null ? Link.NONE : chain.links().to("para", para);
    }
}
