package dev.rota.pages.domain;

import dev.rota.engine.Nullable;
import dev.rota.pages.domain.chunks.ChunksPages;
import dev.rota.pages.domain.cores.CoresPages;
import dev.rota.pages.domain.jobs.JobsPages;
import dev.rota.pages.domain.shards.ShardsPages;
import java.util.List;

/** The pages of all schedulers, by domain. */
public final class AllDomainPages {

    private static final List<DomainPages> ALL =
            List.of(new CoresPages(), new ChunksPages(), new ShardsPages(), new JobsPages());

    private AllDomainPages() {}

    /** Returns the pages of a domain, or null if it has none of its own. */
    public static @Nullable DomainPages of(String domain) {
        return ALL.stream()
                .filter(pages -> pages.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }
}
