package dev.rota.pages.domain.cores;

import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A block: the cores that were freed, scheduled and backed in it, the groups on duty, and the changes of claims.
 *
 * @param phase the state of the block in words
 * @param counts the numbers of its events
 * @param decisions the schedule and the forecast after it
 * @param around the previous and the next block
 */
public record BlockView(
        String phase,
        List<Count> counts,
        List<Link> decisions,
        List<Link> around,
        String caption,
        List<Line> lines,
        List<Link> pages,
        String claimsCaption,
        List<ClaimNews> claims) {
    public BlockView {
        counts = List.copyOf(counts);
        decisions = List.copyOf(decisions);
        around = List.copyOf(around);
        lines = List.copyOf(lines);
        pages = List.copyOf(pages);
        claims = List.copyOf(claims);
    }

    /**
     * The number of events of a kind.
     *
     * @param figure the name of the number
     */
    public record Count(String figure, String number, String what) {}

    /**
     * A core in the block.
     *
     * @param freed how it was freed; empty if it was not
     * @param left the para that left it
     * @param use the use of the core after that
     * @param more a link to further validators of its group
     */
    public record Line(
            Link core,
            String freed,
            Link left,
            String use,
            Link para,
            Link collator,
            String group,
            List<Link> validators,
            Link more) {
        public Line {
            validators = List.copyOf(validators);
        }
    }

    /** A change of a claim in the block. */
    public record ClaimNews(Link kind, Link para, Link collator, Link core, String reason) {}
}
