package dev.rota.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The syntax of a setting's values.
 * @param expected the end of the sentence "expected the setting ..."
 */
record Form(String expected, Predicate<String> fits) {

    private static final String HOST = "[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:]*:[0-9A-Fa-f:.%a-z0-9]*]?";
    private static final String ADDRESS = "([^/\\s?#@,;]+):([0-9]{1,5})";

    /** Accepts any value; its user validates it, if necessary. */
    static final Form FREE = new Form("", value -> true);

    static final Form FLAG = word("true", "false");

    static final Form HOST_NAME = matching("to be a host name or an address", HOST);

    static final Form HOST_NAMES = matching("to be host names separated by commas, or *", list(HOST + "|\\*") + "|");

    static final Form ADDRESSES = matching(
            "to be IP addresses separated by commas", list("[0-9.]+|\\[?[0-9A-Fa-f]*:[0-9A-Fa-f:.%a-z0-9]*]?") + "|");

    private static final String URL_HOST =
            "the host being letters, digits, dots and hyphens, or an IP address, IPv6 in brackets";

    /** The host and port of a URL. */
    static final Form HOST_PORT = ofUrls(matching("to be host:port, " + URL_HOST, ADDRESS));

    static final Form HOST_PORTS =
            ofUrls(matching("to be host:port separated by commas, " + URL_HOST, list(ADDRESS) + "|"));

    /** URLs of another server, with a path or without. Only the empty text means that there is none. */
    static final Form URLS = matching(
            "to be URLs such as http://localhost:8081, separated by commas",
            list("https?://[^/\\s?#,]+[^\\s?#,]*") + "|");

    static final Form USER_INFO = matching("to be user:password", "([^:]+:.+)?");

    static final Form HEADER = matching("to be the name of a header", "[A-Za-z0-9!#$%&'*+.^_`|~-]*");

    /**
     * The characters that Kafka allows in a topic's name, with room for the longest of Rota's names after the prefix.
     */
    static final Form TOPIC_PREFIX =
            matching("to be at most 150 letters, digits, dots, underscores and hyphens", "[A-Za-z0-9._-]{0,150}");

    /** The characters that Kafka allows in a {@code group.instance.id}, with room for a thread's number after them. */
    static final Form MEMBER = matching(
            "to be 1 to 200 letters, digits, dots, underscores and hyphens", "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,200}");

    static Form number(long min, long max) {
        return new Form("to be a number from " + min + " to " + max, value -> {
            try {
                long number = Long.parseLong(value);
                return number >= min && number <= max;
            } catch (NumberFormatException e) {
                return false;
            }
        });
    }

    static Form bytes(long min) {
        return new Form(
                "to be a number of bytes of at least " + min,
                number(min, Long.MAX_VALUE).fits());
    }

    static Form word(String... words) {
        List<String> known = List.of(words);
        return new Form("to be " + String.join(" or ", known), known::contains);
    }

    /** Accepts one of several words, in any case. */
    static Form wordAnyCase(String... words) {
        List<String> known = List.of(words);
        return new Form(
                "to be one of " + String.join(", ", known),
                value -> known.stream()
                        .anyMatch(word -> word.toLowerCase(Locale.ROOT).equals(value.toLowerCase(Locale.ROOT))));
    }

    private static Form matching(String expected, String regex) {
        Pattern pattern = Pattern.compile(regex);
        return new Form(expected, value -> pattern.matcher(value).matches());
    }

    private static Form ofUrls(Form addresses) {
        return new Form(
                addresses.expected(),
                addresses
                        .fits()
                        .and(value -> Arrays.stream(value.split(",", -1))
                                .map(String::strip)
                                .filter(address -> !address.isEmpty())
                                .allMatch(Form::fitsUrl)));
    }

    /**
     * Returns whether Java's HTTP client accepts a host. It throws for one with an underscore, or IPv6 without
     * brackets.
     */
    private static boolean fitsUrl(String address) {
        try {
            URI uri = new URI("http://" + address);
            return uri.getHost() != null && uri.getPort() > 0 && uri.getPort() <= 65_535;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Returns a pattern of one or more items separated by commas; a trailing comma is allowed. */
    private static String list(String one) {
        return "\\s*(" + one + ")(\\s*,\\s*(" + one + "))*\\s*,?\\s*";
    }
}
