package dev.rota.cli.process;

import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.Locale;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.LoggerConfig;

/** Configures the format and the levels of log lines. */
public final class Logs {

    private static final String FORMAT = "rota.log.format";
    private static final String LEVEL = "rota.log.level";

    private Logs() {}

    /** Configures the log for verbs that run until they are stopped. */
    public static void apply(Settings settings) {
        String format = settings.text(Setting.LOG_FORMAT).toLowerCase(Locale.ROOT);
        String level = settings.text(Setting.LOG_LEVEL).toUpperCase(Locale.ROOT);
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        if (!format.equals(System.getProperty(FORMAT, "text")) || !level.equals(System.getProperty(LEVEL, "INFO"))) {
            System.setProperty(FORMAT, format);
            System.setProperty(LEVEL, level);
            context.reconfigure();
        }
        LoggerConfig others = context.getConfiguration().getRootLogger();
        others.addFilter(new ConnectionWarnings(System::nanoTime));
        context.updateLoggers();
    }
}
