package dev.rota.cli;

import dev.rota.settings.BadSetting;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import java.util.List;
import java.util.Locale;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.LoggerConfig;

/** How the log lines of a process look, and which of them are written. */
final class Logs {

    private static final String FORMAT = "rota.log.format";
    private static final String LEVEL = "rota.log.level";
    private static final List<String> FORMATS = List.of("text", "json");
    private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG");

    private Logs() {}

    /** For verbs that run until they are stopped. */
    static void apply(Settings settings) {
        String format = oneOf(
                FORMATS, Setting.LOG_FORMAT, settings.text(Setting.LOG_FORMAT).toLowerCase(Locale.ROOT));
        String level = oneOf(
                LEVELS, Setting.LOG_LEVEL, settings.text(Setting.LOG_LEVEL).toUpperCase(Locale.ROOT));
        LoggerContext context = (LoggerContext) LogManager.getContext(false);
        if (!format.equals(System.getProperty(FORMAT, FORMATS.get(0)))
                || !level.equals(System.getProperty(LEVEL, "INFO"))) {
            System.setProperty(FORMAT, format);
            System.setProperty(LEVEL, level);
            context.reconfigure();
        }
        LoggerConfig others = context.getConfiguration().getRootLogger();
        others.addFilter(new ConnectionWarnings(System::nanoTime));
        context.updateLoggers();
    }

    private static String oneOf(List<String> known, Setting setting, String value) {
        if (!known.contains(value)) {
            throw new BadSetting("expected " + setting.key() + " to be one of " + String.join(", ", known)
                    + ", but it is '" + value + "'");
        }
        return value;
    }
}
