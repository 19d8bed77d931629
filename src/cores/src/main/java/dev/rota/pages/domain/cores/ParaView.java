package dev.rota.pages.domain.cores;

import dev.rota.pages.domain.cores.CoreView.Stay;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A para, or a collator with its claims.
 *
 * @param sentence the state of the collator's claims; empty for a para, whose explanation is above
 * @param lines a strip for each core that the para was on
 */
public record ParaView(String sentence, Axis axis, List<CoreStrip> lines, ClaimTable claims, List<Stay> stays) {
    public ParaView {
        lines = List.copyOf(lines);
        stays = List.copyOf(stays);
    }

    /** The use of one core by the para. */
    public record CoreStrip(Link core, Strip strip) {}
}
