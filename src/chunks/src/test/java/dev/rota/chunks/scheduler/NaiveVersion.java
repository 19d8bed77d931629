package dev.rota.chunks.scheduler;

import dev.rota.engine.Nullable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A semantic version, with numbers of any length; build metadata is ignored.
 *
 * @param pre the identifiers of a pre-release; empty for a release
 */
record NaiveVersion(List<BigInteger> numbers, List<String> pre) implements Comparable<NaiveVersion> {

    private static final String NUMBER = "(0|[1-9][0-9]*)";

    private static final String IDENTIFIER = "(?:0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)";

    private static final Pattern FORM = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + IDENTIFIER
            + "(?:\\." + IDENTIFIER + ")*))?(?:\\+[0-9a-zA-Z-]+(?:\\.[0-9a-zA-Z-]+)*)?");

    /** Parses a version, or returns null if the text is not a version. */
    static @Nullable NaiveVersion parse(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        String pre = matcher.group(4);
        return new NaiveVersion(
                List.of(number(matcher, 1), number(matcher, 2), number(matcher, 3)),
                pre == null ? List.of() : Arrays.asList(pre.split("\\.", -1)));
    }

    /** Returns whether a version is known, can be parsed, and is not below the least. */
    static boolean qualifies(@Nullable String text, String least) {
        NaiveVersion version = parse(text);
        NaiveVersion bound = parse(least);
        return version != null && bound != null && version.compareTo(bound) >= 0;
    }

    private static BigInteger number(Matcher matcher, int group) {
        return new BigInteger(String.valueOf(matcher.group(group)));
    }

    @Override
    public int compareTo(NaiveVersion other) {
        for (int i = 0; i < 3; i++) {
            int order = numbers.get(i).compareTo(other.numbers.get(i));
            if (order != 0) {
                return order;
            }
        }
        if (pre.isEmpty() || other.pre.isEmpty()) {
            return Boolean.compare(pre.isEmpty(), other.pre.isEmpty());
        }
        for (int i = 0; i < Math.min(pre.size(), other.pre.size()); i++) {
            int order = identifiers(pre.get(i), other.pre.get(i));
            if (order != 0) {
                return order;
            }
        }
        return pre.size() - other.pre.size();
    }

    /** Compares identifiers: numbers by value and before texts, texts by ASCII. */
    private static int identifiers(String one, String other) {
        boolean number = one.matches("[0-9]+");
        boolean otherNumber = other.matches("[0-9]+");
        if (number && otherNumber) {
            return new BigInteger(one).compareTo(new BigInteger(other));
        }
        return number == otherNumber ? one.compareTo(other) : number ? -1 : 1;
    }
}
