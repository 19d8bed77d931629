package dev.rota.serde;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives a notification if a registry does not respond: at once, then about every ten seconds until it does. */
@FunctionalInterface
public interface RegistryWait {

    /** Logs each notification. */
    RegistryWait LOGGED = new RegistryWait() {
        private final Logger log = LoggerFactory.getLogger(RegistryClient.class);

        @Override
        public void waiting(String why, Duration since) {
            log.warn(
                    "waiting for the schema registry{}: {}",
                    since.toSeconds() == 0 ? "" : ", for " + since.toSeconds() + " s now",
                    why);
        }

        @Override
        public void over() {
            log.info("the schema registry answers again");
        }
    };

    void waiting(String why, Duration since);

    default void over() {}
}
