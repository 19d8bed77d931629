package dev.rota.pages;

import dev.rota.engine.Nullable;
import dev.rota.settings.Setting;
import dev.rota.settings.Settings;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Who may look: requests that name a host of ours, and questions from our own pages. */
final class Access {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts = new TreeSet<>(LOOPBACK);
    private final Set<String> proxies = new TreeSet<>();
    private final String userHeader;

    Access(Settings settings) {
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

    /** Another site whose name resolves to us must not read our pages in a visitor's browser (DNS rebinding). */
    boolean admits(Context context) {
        return hosts.contains("*") || hosts.contains(name(host(context)));
    }

    void require(Context context) throws NoPage {
        if (!admits(context)) {
            throw NoPage.forbidden("expected a request to one of " + String.join(", ", hosts) + ", but it is to "
                    + Show.text(host(context)) + "; http.hosts names the hosts of these pages");
        }
    }

    /** Costly questions are accepted from our own pages only. */
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

    /** The user that a trusted proxy names; else empty. */
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

    /** A host without its port. */
    private static String name(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }
}
