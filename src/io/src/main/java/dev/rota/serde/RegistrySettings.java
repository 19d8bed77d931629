package dev.rota.serde;

import dev.rota.engine.Nullable;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The connection settings of a registry: properties with the prefix {@code schema.registry.}, named as in Confluent's
 * clients.
 */
public final class RegistrySettings {

    public static final String PREFIX = "schema.registry.";

    private static final Duration CONNECT_TIMEOUT_DEFAULT = Duration.ofSeconds(5);
    private static final Duration READ_TIMEOUT_DEFAULT = Duration.ofSeconds(15);

    private static final Set<String> NAMES = Set.of(
            "url",
            "basic.auth.credentials.source",
            "basic.auth.user.info",
            "http.connect.timeout.ms",
            "http.read.timeout.ms");

    final List<URI> urls;
    final @Nullable String userInfo;
    final RegistryTls tls;
    final Duration connectTimeout;
    final Duration readTimeout;

    private RegistrySettings(Map<String, String> own) {
        String url = own.getOrDefault("url", "").strip();
        if (url.isEmpty()) {
            throw new IllegalArgumentException("expected " + PREFIX + "url to be set, but it is not");
        }
        List<URI> bare = new ArrayList<>();
        String inUrl = null;
        for (String part : url.split(",")) {
            URI given = uri(part.strip());
            inUrl = given.getUserInfo() == null ? inUrl : given.getUserInfo();
            bare.add(bare(given));
        }
        this.urls = List.copyOf(bare);
        this.userInfo = credentials(own, inUrl);
        this.tls = RegistryTls.of(own);
        this.connectTimeout = millis(own, "http.connect.timeout.ms", CONNECT_TIMEOUT_DEFAULT);
        this.readTimeout = millis(own, "http.read.timeout.ms", READ_TIMEOUT_DEFAULT);
    }

    /** Returns all keys of these settings. */
    public static Collection<String> keys() {
        return Stream.concat(NAMES.stream(), RegistryTls.NAMES.stream())
                .map(name -> PREFIX + name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Extracts the registry's settings from a configuration.
     *
     * @throws IllegalArgumentException with a sentence for people
     */
    public static RegistrySettings of(Map<String, String> properties) {
        Map<String, String> own = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                own.put(name.substring(PREFIX.length()), value);
            }
        });
        for (String name : own.keySet()) {
            if (!NAMES.contains(name) && !RegistryTls.NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        "expected a setting of the schema registry, but " + PREFIX + name + " is not one");
            }
        }
        return new RegistrySettings(own);
    }

    @Nullable
    String authorization() {
        return userInfo == null
                ? null
                : "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String credentials(Map<String, String> own, @Nullable String inUrl) {
        String source = own.getOrDefault("basic.auth.credentials.source", "");
        return switch (source) {
            case "" -> own.getOrDefault("basic.auth.user.info", inUrl);
            case "URL" -> inUrl;
            case "USER_INFO" -> {
                String given = own.get("basic.auth.user.info");
                if (given == null) {
                    throw new IllegalArgumentException(
                            "expected " + PREFIX + "basic.auth.user.info to be user:password, but it is not set");
                }
                yield given;
            }
            default ->
                throw new IllegalArgumentException("expected " + PREFIX
                        + "basic.auth.credentials.source to be USER_INFO or URL, but it is " + source);
        };
    }

    private static URI uri(String text) {
        try {
            URI uri = URI.create(text);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // The sentence below covers every kind of error.
        }
        throw new IllegalArgumentException(
                "expected " + PREFIX + "url to be http or https URLs separated by commas, but one is " + text);
    }

    /** Returns the URL without credentials, which must not be logged, and without the trailing slash. */
    private static URI bare(URI uri) {
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        String authority = uri.getRawAuthority();
        return URI.create(uri.getScheme() + "://" + authority.substring(authority.lastIndexOf('@') + 1) + path);
    }

    private static Duration millis(Map<String, String> own, String name, Duration otherwise) {
        String text = own.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long millis = Long.parseLong(text.strip());
            if (millis > 0) {
                return Duration.ofMillis(millis);
            }
        } catch (NumberFormatException e) {
            // The sentence below covers this case.
        }
        throw new IllegalArgumentException("expected " + PREFIX + name + " to be milliseconds, but it is " + text);
    }
}
