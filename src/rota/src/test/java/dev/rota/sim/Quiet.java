package dev.rota.sim;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Switches logging off: thousands of runs would log every failure that they simulate. */
public final class Quiet implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> LOGGERS = List.of("dev.rota", "org.apache.kafka");

    private final Map<String, Level> before = new HashMap<>();

    @Override
    public void beforeAll(ExtensionContext context) {
        LOGGERS.forEach(logger -> {
            before.put(logger, LogManager.getLogger(logger).getLevel());
            Configurator.setLevel(logger, Level.OFF);
        });
    }

    @Override
    public void afterAll(ExtensionContext context) {
        before.forEach(Configurator::setLevel);
    }
}
