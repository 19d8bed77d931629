package dev.rota.pages.domain.cores;

import dev.rota.cores.CoreSchedule;
import dev.rota.cores.explain.CoreUse;
import dev.rota.engine.Nullable;
import dev.rota.engine.text.Phrases;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Links;
import dev.rota.pages.view.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Lists the uses of cores as stays of paras, newest first. */
final class CoreStays {
    /** The number of stays on a page. */
    static final int MAX = 100;

    private CoreStays() {}

    static List<Stay> of(ChainFacts chain, List<CoreUse<Decided>> runs) {
        List<CoreUse<Decided>> newest = new ArrayList<>(runs);
        newest.sort(Comparator.comparingInt((CoreUse<Decided> run) -> run.from())
                .thenComparingInt(CoreUse::core)
                .reversed());
        return newest.stream().limit(MAX).map(run -> stay(chain, run)).toList();
    }

    private static Stay stay(ChainFacts chain, CoreUse<Decided> run) {
        return new Stay(
                chain.links().to("core", run.core()),
                chain.links().to("para", run.para()),
                chain.links().to("collator", run.collator()),
                run.isClaim() && run.began() != null ? String.valueOf(run.retries() + 1) : "",
                run.group() < 0 ? "" : String.valueOf(run.group()),
                run.began() == null ? new Link("before the blocks shown", "") : block(run.began()),
                Phrases.count(run.to() - run.from(), "block"),
                run.end().text(),
                block(run.ended()));
    }

    private static Link block(@Nullable Decided schedule) {
        return schedule == null
                ? Link.NONE
                : Links.record("block " + schedule.as(CoreSchedule.class).getBlock(), schedule);
    }
}
