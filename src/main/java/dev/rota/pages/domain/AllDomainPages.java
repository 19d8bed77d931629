package dev.rota.pages.domain;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.ServiceLoader;

/** The pages of all schedulers, by domain. */
public final class AllDomainPages {

    private static final List<DomainPages> ALL =
            ServiceLoader.load(DomainPages.class, AllDomainPages.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private AllDomainPages() {}

    /** Returns the pages of a domain, or null if it has none of its own. */
    public static @Nullable DomainPages of(String domain) {
        return ALL.stream()
                .filter(pages -> pages.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }
}
