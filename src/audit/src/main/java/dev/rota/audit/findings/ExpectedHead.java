package dev.rota.audit.findings;

import dev.rota.engine.Nullable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A chain head that an auditor noted earlier, from an audit, a checkpoint ({@code chain}) or an output ({@code
 * rota-chain}, the first half of a head).
 * @param unit the unit of the chain
 * @param head 64 or 32 hex digits, lower case
 * @param seq the sequence number of a decision, which must have been emitted by the record that led to this head or be
 * the last one before it; null for any head of the chain
 */
public record ExpectedHead(
        String unit, String head, @Nullable Long seq) {

    private static final Pattern FORM =
            Pattern.compile("(.*)=([0-9a-fA-F]{64}|[0-9a-fA-F]{32})(?:@([0-9]{1,18}))?", Pattern.DOTALL);

    /**
     * Parses {@code UNIT=HEX[@SEQ]}; the unit may contain {@code =} and {@code @}. Returns null if the text is
     * malformed.
     */
    public static @Nullable ExpectedHead parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        String seq = form.group(3);
        return new ExpectedHead(
                form.group(1), form.group(2).toLowerCase(Locale.ROOT), seq == null ? null : Long.valueOf(seq));
    }

    /** Returns whether this is the chain's head after a log record. */
    boolean is(String its, long seqBefore, long seqAfter) {
        return its.startsWith(head) && (seq == null || seq == seqAfter || (seq > seqBefore && seq < seqAfter));
    }

    @Override
    public String toString() {
        return unit + "=" + head + (seq == null ? "" : "@" + seq);
    }
}
