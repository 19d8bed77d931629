package dev.rota.cores.explain;

import dev.rota.cores.CoreOutlook;
import dev.rota.cores.Occupant;
import dev.rota.cores.ScheduledClaim;
import dev.rota.cores.scheduler.Forecast;
import dev.rota.cores.scheduler.RelayChain;
import dev.rota.cores.scheduler.Session;
import dev.rota.engine.Answer;
import dev.rota.engine.Decision;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Parallel;
import dev.rota.engine.Subject;
import dev.rota.engine.Tables;
import dev.rota.engine.text.Phrases;
import dev.rota.engine.text.Printable;
import java.util.Objects;

/** Explains what a core does now and why it was freed last, or what it did in one block: {@code 3} or {@code 3@120}. */
public final class CoreExplainer implements Inquiry {

    private final int core;

    /** The block in question, or null for the present. */
    private final @Nullable Long block;

    private final CoreHistory history;

    private CoreExplainer(int core, @Nullable Long block) {
        this.core = core;
        this.block = block;
        this.history = new CoreHistory(core, block);
    }

    /** Parses {@code CORE} or {@code CORE@BLOCK}. */
    public static CoreExplainer of(Subject subject) {
        int at = subject.id().indexOf('@');
        if (at < 0) {
            return new CoreExplainer(subject.number(), null);
        }
        String block = subject.id().substring(at + 1);
        if (!block.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException(
                    "expected a block to be a number of at least 0, but it is '" + Printable.of(block) + "'");
        }
        return new CoreExplainer(
                new Subject(subject.kind(), subject.id().substring(0, at)).number(), Long.parseLong(block));
    }

    @Override
    public void decided(Decision decision) {
        history.decided(decision);
    }

    @Override
    public @Nullable Answer answer(Tables tables, long now, Parallel parallel) {
        if (block != null) {
            Answer then = history.inBlock();
            if (then != null) {
                return then;
            }
        }
        RelayChain chain = RelayChain.read(tables);
        if (chain == null || core >= chain.session().cores() || (block != null && block != chain.number())) {
            return null;
        }
        Answer present = present(chain);
        String freed = history.lastFreed();
        return freed == null ? present : new Answer(present.state(), present.sentence() + "; " + freed);
    }

    private Answer present(RelayChain chain) {
        Session session = chain.session();
        String subject = BlockPhrases.asOf(chain) + " core " + core;
        Occupant occupant = chain.occupant(core);
        if (occupant != null) {
            return new Answer(
                    "OCCUPIED",
                    subject + " has been occupied by "
                            + BlockPhrases.candidate(occupant.getPara(), occupant.getCollator())
                            + new WhyOnCore(chain).pending(occupant) + pinned(chain));
        }
        if (!session.hasGroups()) {
            return new Answer("FREE", subject + " is free: " + BlockPhrases.noValidators(chain));
        }
        if (!session.isParachainCore(core) && !session.isThreadCore(core)) {
            return new Answer(
                    "FREE", subject + " is never given work: the session has it for one more validator group only");
        }
        return chain.isOpen() ? open(chain, subject) : free(chain, subject);
    }

    private Answer open(RelayChain chain, String subject) {
        ScheduledClaim claim = chain.scheduledClaim(core);
        String group = " with group " + chain.session().rotation().groupAt(core, chain.number())
                + " and waits for a candidate to be backed";
        if (chain.session().isParachainCore(core)) {
            return new Answer(
                    "SCHEDULED",
                    subject + " is scheduled to para " + chain.session().parachain(core) + group);
        }
        return claim == null
                ? new Answer(
                        "FREE", subject + " is free: no claim was pinned to it when the block started" + pinned(chain))
                : new Answer(
                        "SCHEDULED",
                        subject + " is scheduled to " + BlockPhrases.candidate(claim.getPara(), claim.getCollator())
                                + group + pinned(chain));
    }

    private Answer free(RelayChain chain, String subject) {
        CoreOutlook outlook = Forecast.of(chain, core);
        Integer next = outlook.getPara();
        return new Answer(
                "FREE",
                subject + " is free, and "
                        + (next == null
                                ? "stays free in the next block: no claim is pinned to it"
                                : "is scheduled to " + BlockPhrases.candidate(next, outlook.getCollator())
                                        + " in the next block, with group "
                                        + Objects.requireNonNull(outlook.getGroup())));
    }

    private String pinned(RelayChain chain) {
        Session session = chain.session();
        if (!session.isThreadCore(core)) {
            return "";
        }
        int waiting = chain.queue().length(session.offset(core));
        return "; " + (waiting == 0 ? "no claim" : Phrases.count(waiting, "claim")) + " pinned to it"
                + (waiting > 1 ? " wait" : " waits");
    }
}
