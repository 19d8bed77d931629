package dev.rota.engine.plugin;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The schedulers on the class path: Rota's own, and those of plug-ins, whose jars name them in {@code
 * META-INF/services/dev.rota.engine.Domain}.
 */
public final class InstalledDomains {

    private static @Nullable List<Domain> all;

    private InstalledDomains() {}

    /**
     * Returns all schedulers: Rota's own by name, then those of plug-ins by name.
     *
     * @throws InvalidDomain if a plug-in cannot be used
     */
    public static synchronized List<Domain> all() {
        if (all == null) {
            all = find(InstalledDomains.class.getClassLoader());
        }
        return all;
    }

    /**
     * Returns a domain with its settings. A plug-in is checked again, since settings may change its inputs.
     *
     * @param configured the domain that {@link Domain#configured} has returned
     * @throws InvalidDomain if the plug-in cannot be used
     */
    public static Domain checked(Domain domain, Domain configured) {
        if (!isOwn(domain)) {
            check(domain.getClass().getName(), () -> {
                if (!configured.name().equals(domain.name())) {
                    throw new InvalidDomain("expected scheduler " + domain.name()
                            + " to keep its name when it is configured, but it is " + configured.name());
                }
                checkBeside(all().stream().filter(other -> other != domain).toList(), configured);
            });
        }
        return configured;
    }

    /**
     * Checks a plug-in beside all others on the class path, and its handlers.
     *
     * @throws InvalidDomain with the first mistake
     */
    public static void checkBesideOthers(Domain domain) {
        List<Domain> others = all().stream()
                .filter(other -> other.getClass() != domain.getClass())
                .toList();
        check(domain.getClass().getName(), () -> checkBeside(others, domain));
    }

    private static void checkBeside(List<Domain> others, Domain domain) {
        DomainCheck check = new DomainCheck(domain);
        check.against(others);
        check.handlers();
    }

    /** Returns all schedulers that a class loader finds. */
    static List<Domain> find(ClassLoader loader) {
        SortedMap<String, Domain> ownDomains = new TreeMap<>();
        SortedMap<String, Domain> plugIns = new TreeMap<>();
        Iterator<ServiceLoader.Provider<Domain>> found =
                ServiceLoader.load(Domain.class, loader).stream().iterator();
        for (var next = next(found); next.isPresent(); next = next(found)) {
            ServiceLoader.Provider<Domain> provider = next.get();
            check(provider.type().getName(), () -> {
                Domain domain = provider.get();
                if (isOwn(domain)) {
                    ownDomains.put(domain.name(), domain);
                } else {
                    plugIns.put(domain.name() + " " + domain.getClass().getName(), domain);
                }
            });
        }
        List<Domain> checked = new ArrayList<>(ownDomains.values());
        for (Domain plugIn : plugIns.values()) {
            check(plugIn.getClass().getName(), () -> {
                new DomainCheck(plugIn).against(checked);
                ClassPathCheck.check(plugIn, loader);
            });
            checked.add(plugIn);
        }
        return List.copyOf(checked);
    }

    private static Optional<ServiceLoader.Provider<Domain>> next(Iterator<ServiceLoader.Provider<Domain>> found) {
        try {
            return found.hasNext() ? Optional.of(found.next()) : Optional.empty();
        } catch (ServiceConfigurationError | LinkageError e) {
            throw new InvalidDomain(
                    "expected schedulers on the class path that can be loaded, but: " + InvalidDomain.oneLine(e));
        }
    }

    /** Runs code of a plug-in. Whatever it throws is reported in one line that names the class. */
    private static void check(String type, Runnable code) {
        try {
            code.run();
        } catch (InvalidDomain e) {
            throw e;
        } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
            Throwable cause = e;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            throw new InvalidDomain(
                    "expected scheduler " + type + " to be usable, but: " + InvalidDomain.oneLine(cause));
        }
    }

    /** Returns whether a domain lies where Rota's own schedulers lie. */
    private static boolean isOwn(Domain domain) {
        return domain.getClass().getPackageName().equals("dev.rota." + domain.name() + ".scheduler");
    }
}
