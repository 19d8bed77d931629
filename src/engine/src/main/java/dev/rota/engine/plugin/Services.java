package dev.rota.engine.plugin;

import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The optional parts of schedulers, which jars on the class path name under {@code META-INF/services}. */
public final class Services {

    private Services() {}

    /**
     * Returns one object of each class that is named, in the order of the class path.
     *
     * @throws InvalidDomain if one of them cannot be used
     */
    public static <T> List<T> all(Class<T> service) {
        return all(service, Services.class.getClassLoader());
    }

    static <T> List<T> all(Class<T> service, ClassLoader loader) {
        try {
            return ServiceLoader.load(service, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
        } catch (ServiceConfigurationError | LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new InvalidDomain(
                    "expected each " + service.getSimpleName() + " on the class path to be usable, but: "
                            + InvalidDomain.oneLine(e) + (cause == e ? "" : ", " + InvalidDomain.oneLine(cause)));
        }
    }
}
