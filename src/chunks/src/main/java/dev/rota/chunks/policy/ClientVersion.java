package dev.rota.chunks.policy;

import dev.rota.engine.Nullable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A semantic version, parsed strictly; build metadata is ignored.
 *
 * @param core major, minor and patch
 * @param preRelease the identifiers of a pre-release; empty for a release
 */
public record ClientVersion(String[] core, String[] preRelease) implements Comparable<ClientVersion> {

    private static final String NUMBER = "(?:0|[1-9][0-9]*+)";

    private static final String IDENTIFIER = "(?:" + NUMBER + "(?![0-9A-Za-z-])|[0-9]*+[A-Za-z-][0-9A-Za-z-]*+)";

    private static final Pattern FORM = Pattern.compile("(" + NUMBER + "\\." + NUMBER + "\\." + NUMBER + ")"
            + "(?:-(" + IDENTIFIER + "(?:\\." + IDENTIFIER + ")*+))?"
            + "(?:\\+[0-9A-Za-z-]++(?:\\.[0-9A-Za-z-]++)*+)?");

    private static final String[] NONE = {};

    /** Parses a version; returns null if the text is null or malformed. */
    public static @Nullable ClientVersion of(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String preRelease = matcher.group(2);
        return new ClientVersion(matcher.group(1).split("\\."), preRelease == null ? NONE : preRelease.split("\\."));
    }

    public boolean isBelow(ClientVersion other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(ClientVersion other) {
        for (int i = 0; i < core.length; i++) {
            int order = number(core[i], other.core[i]);
            if (order != 0) {
                return order;
            }
        }
        if (preRelease.length == 0 || other.preRelease.length == 0) {
            // a release comes after its pre-releases
            return Boolean.compare(preRelease.length == 0, other.preRelease.length == 0);
        }
        for (int i = 0; i < Math.min(preRelease.length, other.preRelease.length); i++) {
            int order = identifier(preRelease[i], other.preRelease[i]);
            if (order != 0) {
                return order;
            }
        }
        return preRelease.length - other.preRelease.length;
    }

    private static int identifier(String identifier, String other) {
        boolean isNumber = isNumber(identifier);
        boolean isOtherNumber = isNumber(other);
        if (isNumber && isOtherNumber) {
            return number(identifier, other);
        }
        return isNumber == isOtherNumber ? identifier.compareTo(other) : isNumber ? -1 : 1;
    }

    /** Compares numbers of any length; they have no leading zeros. */
    private static int number(String identifier, String other) {
        return identifier.length() != other.length()
                ? identifier.length() - other.length()
                : identifier.compareTo(other);
    }

    private static boolean isNumber(String identifier) {
        return identifier.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
