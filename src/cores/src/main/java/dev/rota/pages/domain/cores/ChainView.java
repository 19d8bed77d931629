package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A chain as a whole.
 *
 * @param unit the unescaped name of the chain, for forms
 * @param troubles the problems, which come first
 * @param matrix the cores of this page
 * @param pages the pages of cores
 * @param order links to the other orders of cores
 */
public record ChainView(
        String unit,
        Headline headline,
        List<Trouble> troubles,
        CoreTable matrix,
        List<Link> pages,
        Link order,
        ClaimTable claims) {
    public ChainView {
        troubles = List.copyOf(troubles);
        pages = List.copyOf(pages);
    }

    /**
     * The sentence at the top.
     *
     * @param isKnown whether there is a session
     * @param block the last block that started
     * @param phase the phase of that block in words
     * @param waiting the state of queued claims in words
     * @param rotation the next rotation of groups in words
     */
    public record Headline(
            boolean isKnown,
            Link block,
            String phase,
            String session,
            String occupied,
            String cores,
            String queued,
            String waiting,
            String rotation) {}

    /** A problem: its subject, a sentence, and the decision that caused it. */
    public record Trouble(Link about, String what, Link decision) {}

    /**
     * Cores by block.
     *
     * @param caption which cores and blocks, in words
     */
    public record CoreTable(String caption, Axis axis, List<CoreLine> lines) {
        public CoreTable {
            lines = List.copyOf(lines);
        }
    }
}
