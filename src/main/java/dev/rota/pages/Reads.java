package dev.rota.pages;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;

/** The routes of what is read: they answer GET, and HEAD alike. */
public final class Reads {

    private Reads() {}

    /**
     * Routes both methods. Javalin would answer a HEAD with 200 without asking the handler of GET, and a load balancer
     * that probes with HEAD would send work to an instance that is not ready. The server leaves the body away.
     */
    public static void route(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler);
        routes.head(path, handler);
    }
}
