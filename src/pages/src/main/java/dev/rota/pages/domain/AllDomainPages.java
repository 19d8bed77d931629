package dev.rota.pages.domain;

import dev.rota.engine.Nullable;
import dev.rota.engine.plugin.Services;
import java.util.List;

/** The pages of all schedulers, by domain. */
public final class AllDomainPages {

    private static @Nullable List<DomainPages> all;

    private AllDomainPages() {}

    /**
     * Finds the pages of all schedulers.
     *
     * @throws dev.rota.engine.plugin.InvalidDomain if pages on the class path cannot be used
     */
    public static void load() {
        var unused = all();
    }

    private static synchronized List<DomainPages> all() {
        if (all == null) {
            all = Services.all(DomainPages.class);
        }
        return all;
    }

    /** Returns the pages of a domain, or null if it has none of its own. */
    public static @Nullable DomainPages of(String domain) {
        return all().stream()
                .filter(pages -> pages.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }
}
