package dev.rota.sim;

import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Switches off what is logged: in thousands of runs everything goes wrong that somebody warns of. */
public final class Quiet implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> LOGGERS = List.of("dev.rota", "org.apache.kafka.clients.admin");

    private Level before = Level.INFO;

    @Override
    public void beforeAll(ExtensionContext context) {
        before = LogManager.getLogger(LOGGERS.get(0)).getLevel();
        LOGGERS.forEach(logger -> Configurator.setLevel(logger, Level.OFF));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        LOGGERS.forEach(logger -> Configurator.setLevel(logger, before));
    }
}
