package dev.rota.pages.domain;

import dev.rota.engine.Nullable;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pages of all schedulers, by domain. */
public final class AllDomainPages {

    private static final Logger LOG = LoggerFactory.getLogger(AllDomainPages.class);

    private static final List<DomainPages> ALL = find();

    private AllDomainPages() {}

    private static List<DomainPages> find() {
        try {
            return ServiceLoader.load(DomainPages.class, AllDomainPages.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError e) {
            LOG.error("Pages of schedulers on the class path cannot be used, and none are shown: {}", e.toString());
            return List.of();
        }
    }

    /** Returns the pages of a domain, or null if it has none of its own. */
    public static @Nullable DomainPages of(String domain) {
        return ALL.stream()
                .filter(pages -> pages.domain().equals(domain))
                .findFirst()
                .orElse(null);
    }
}
