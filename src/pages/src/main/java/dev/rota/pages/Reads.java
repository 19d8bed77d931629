package dev.rota.pages;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Handler;

/** Routes read requests: the same handler answers GET and HEAD. */
public final class Reads {

    private Reads() {}

    /**
     * Routes both methods to a handler. On its own, Javalin answers HEAD with 200 without calling the handler of GET,
     * and a load balancer that probes with HEAD would send requests to an instance that is not ready. The server omits
     * the body of the response.
     */
    public static void route(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, handler);
        routes.head(path, handler);
    }
}
