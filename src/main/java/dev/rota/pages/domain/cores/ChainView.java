package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A chain as a whole.
 *
 * @param unit its name as it is, for forms
 * @param troubles what needs attention, first
 * @param matrix the cores of this page
 * @param pages the pages of cores
 * @param order the same cores in another order
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
     * @param phase what it is in, in words
     * @param waiting what the queued claims do, in words
     * @param rotation when groups rotate next, in words
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

    /** Something that needs attention: what it is about, what happened, and the decision that says it. */
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
