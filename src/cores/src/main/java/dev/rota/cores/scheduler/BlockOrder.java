package dev.rota.cores.scheduler;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rejection messages for a block that starts too early or with a wrong number. One of them names the open block, so
 * that a producer that lost track can end it.
 */
public final class BlockOrder {

    private static final Pattern NOT_ENDED = Pattern.compile("expected block (\\d+) to end before .*");

    private BlockOrder() {}

    static String notEnded(long open, long starting) {
        return "expected block " + open + " to end before another starts, but block " + starting + " starts";
    }

    static String notAbove(long last, long starting) {
        return "expected a block above " + last + ", but block " + starting + " starts";
    }

    static String tooFarAhead(long last, long starting) {
        return "expected a block at most " + CoresLimits.BLOCK_JUMP_MAX + " above block " + last + ", but block "
                + starting + " starts; if the number is right, send it again with force: true";
    }

    /** Returns the open block that a message names, if it names one. */
    public static OptionalLong open(String sentence) {
        Matcher matcher = NOT_ENDED.matcher(sentence);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }
}
