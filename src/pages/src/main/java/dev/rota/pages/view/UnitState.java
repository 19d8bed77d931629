package dev.rota.pages.view;

import gg.jte.Content;
import java.util.List;

/**
 * The state of a unit.
 *
 * @param tabs the pages of the unit
 * @param problem the reason why the deciding instance does not answer; empty if it does
 * @param picture the drawing of the state on its scheduler's pages
 */
public record UnitState(String domain, String unit, List<Link> tabs, String problem, Content picture) {

    public UnitState {
        tabs = List.copyOf(tabs);
    }
}
