package dev.rota.pages.domain.cores;

import dev.rota.pages.domain.cores.CoreView.Stay;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * A para, or a collator with its claims.
 *
 * @param sentence what it does, if no sentence above says it
 * @param lines a strip for each core that it was on
 */
public record ParaView(String sentence, Axis axis, List<CoreStrip> lines, ClaimTable claims, List<Stay> stays) {
    public ParaView {
        lines = List.copyOf(lines);
        stays = List.copyOf(stays);
    }

    /** What it did on one core. */
    public record CoreStrip(Link core, Strip strip) {}
}
