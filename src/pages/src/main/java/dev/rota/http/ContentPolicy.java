package dev.rota.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * The policy that restricts browsers, sent with every response, errors included: pages load the server's own style,
 * script and images, and nothing else.
 */
final class ContentPolicy {

    private static final String CONTENT =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private ContentPolicy() {}

    static void route(RoutesConfig routes) {
        routes.before(ContentPolicy::apply);
    }

    private static void apply(Context context) {
        context.header("Content-Security-Policy", CONTENT)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Resource-Policy", "same-origin");
    }
}
