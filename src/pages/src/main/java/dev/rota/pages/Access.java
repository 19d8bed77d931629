package dev.rota.pages;

import dev.rota.engine.Nullable;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Decides which requests a server answers: requests that name one of its hosts, and costly questions from its own
 * pages.
 */
public final class Access {

    private static final Pattern ADDRESS = Pattern.compile("[0-9]+(\\.[0-9]+){3}");

    private final Set<String> hosts = new TreeSet<>(Set.of("localhost"));
    private final Set<String> proxies = new TreeSet<>();
    private final String userHeader;

    public Access(Settings settings) {
        hosts.addAll(list(settings.text(Setting.HTTP_HOSTS)));
        if (settings.has(Setting.HTTP_ADVERTISED)) {
            hosts.add(name(settings.text(Setting.HTTP_ADVERTISED)));
        }
        proxies.addAll(list(settings.text(Setting.HTTP_PROXIES)));
        userHeader = settings.text(Setting.HTTP_USER_HEADER);
    }

    private static Set<String> list(String text) {
        Set<String> names = new TreeSet<>();
        Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
        return names;
    }

    /**
     * Refuses requests that name another host, on every path but {@code /health/}. A foreign site whose name resolves
     * to this server must not read anything through a visitor's browser (DNS rebinding). Health probes may name any
     * host.
     */
    public void guard(RoutesConfig routes) {
        routes.before(context -> {
            if (!context.path().startsWith("/health/") && !admits(name(host(context)))) {
                context.status(403)
                        .result("expected a request to an IP address or one of " + String.join(", ", hosts)
                                + ", but it is to " + Show.text(host(context))
                                + "; http.hosts names the hosts of these pages\n");
                context.skipRemainingHandlers();
            }
        });
    }

    /** Returns whether requests to this host are answered. Any IP address is admitted: DNS rebinding needs a name. */
    private boolean admits(String name) {
        return hosts.contains("*")
                || hosts.contains(name)
                || name.startsWith("[")
                || ADDRESS.matcher(name).matches();
    }

    /** Refuses a request that another site's page sent, so that only the server's own pages start costly work. */
    void requireSameOrigin(Context context) throws NoPage {
        @Nullable String site = context.header("Sec-Fetch-Site");
        @Nullable String origin = context.header("Origin");
        boolean same = site == null
                ? origin == null
                        || origin.equals("http://" + host(context))
                        || origin.equals("https://" + host(context))
                : site.equals("same-origin") || site.equals("none");
        if (!same) {
            throw NoPage.forbidden("expected a question from these pages, but it is from another site");
        }
    }

    /** Returns the user that a trusted proxy names in its header, or an empty text. */
    String user(Context context) {
        if (userHeader.isEmpty() || !proxies.contains(context.ip())) {
            return "";
        }
        @Nullable String user = context.header(userHeader);
        return user == null ? "" : user;
    }

    private static String host(Context context) {
        @Nullable String host = context.header("Host");
        return host == null ? "" : host.toLowerCase(Locale.ROOT);
    }

    /** Returns a host without its port. */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }
}
