package dev.rota.pages.domain.cores;

import dev.rota.pages.domain.cores.ChainView.CoreTable;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A core.
 *
 * @param ahead the groups that back it in the coming blocks
 * @param stays its previous occupants, newest first
 */
public record CoreView(CoreTable table, List<Ahead> ahead, List<Stay> stays) {
    public CoreView {
        ahead = List.copyOf(ahead);
        stays = List.copyOf(stays);
    }

    /** A group, and the blocks from and to which it backs the core. */
    public record Ahead(Link from, String to, String group) {}

    /**
     * A para's stay on a core.
     *
     * @param began the decision that scheduled it
     * @param ended the decision that ended it
     */
    public record Stay(
            Link core,
            Link para,
            Link collator,
            String attempt,
            String group,
            Link began,
            String blocks,
            String how,
            Link ended) {}
}
