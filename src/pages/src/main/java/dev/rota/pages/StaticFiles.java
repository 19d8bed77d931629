package dev.rota.pages;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Serves the style sheet, the script and the icon from the jar. */
final class StaticFiles {

    private StaticFiles() {}

    static void route(RoutesConfig routes) {
        route(routes, "rota.css", "text/css; charset=utf-8");
        route(routes, "rota.js", "text/javascript; charset=utf-8");
        route(routes, "rota.svg", "image/svg+xml");
    }

    private static void route(RoutesConfig routes, String name, String type) {
        byte[] content = read(name);
        Reads.route(
                routes,
                "/pages/" + name,
                context -> context.header(Header.CACHE_CONTROL, "max-age=300")
                        .contentType(type)
                        .result(content));
    }

    static byte[] read(String name) {
        try (InputStream file = StaticFiles.class.getResourceAsStream("/pages/" + name)) {
            if (file == null) {
                throw new IllegalStateException("expected the jar to have pages/" + name + ", but it is not there");
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
