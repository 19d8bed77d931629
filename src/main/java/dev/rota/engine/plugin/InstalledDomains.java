package dev.rota.engine.plugin;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The schedulers on the class path: Rota's own, and those of plug-ins, whose jars name them in {@code
 * META-INF/services/dev.rota.engine.Domain}.
 */
public final class InstalledDomains {

    /** The package of everything that is Rota's own. */
    private static final String OWN = "dev.rota.";

    private static @Nullable List<Domain> all;

    private InstalledDomains() {}

    /**
     * Returns all schedulers: Rota's own in a fixed order, then those of plug-ins by name.
     *
     * @throws InvalidDomain if a plug-in cannot be used
     */
    public static synchronized List<Domain> all() {
        if (all == null) {
            all = find(InstalledDomains.class.getClassLoader());
        }
        return all;
    }

    /** Returns all schedulers that a class loader finds. */
    static List<Domain> find(ClassLoader loader) {
        List<Domain> own = new ArrayList<>();
        List<Domain> plugIns = new ArrayList<>();
        Iterator<ServiceLoader.Provider<Domain>> found =
                ServiceLoader.load(Domain.class, loader).stream().iterator();
        while (true) {
            Domain domain = next(found);
            if (domain == null) {
                break;
            }
            (isOwn(domain) ? own : plugIns).add(domain);
        }
        plugIns.sort(Comparator.comparing(Domain::name)
                .thenComparing(domain -> domain.getClass().getName()));
        List<Domain> checked = new ArrayList<>(own);
        for (Domain plugIn : plugIns) {
            new DomainCheck(plugIn).against(checked);
            ClassPathCheck.check(plugIn, loader);
            checked.add(plugIn);
        }
        return List.copyOf(checked);
    }

    private static @Nullable Domain next(Iterator<ServiceLoader.Provider<Domain>> found) {
        try {
            return found.hasNext() ? found.next().get() : null;
        } catch (ServiceConfigurationError | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new InvalidDomain("expected schedulers on the class path that can be loaded, but: " + cause
                    + (e instanceof ServiceConfigurationError && cause != e ? " (" + e.getMessage() + ")" : ""));
        }
    }

    private static boolean isOwn(Domain domain) {
        return domain.getClass().getName().startsWith(OWN);
    }
}
