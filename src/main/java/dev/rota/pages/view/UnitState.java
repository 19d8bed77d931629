package dev.rota.pages.view;

import gg.jte.Content;
import java.util.List;

/**
 * The state of a unit.
 *
 * @param tabs the pages of the unit
 * @param problem why the instance that decides it does not tell; empty if it does
 * @param picture what its scheduler's pages draw
 */
public record UnitState(String domain, String unit, List<Link> tabs, String problem, Content picture) {

    public UnitState {
        tabs = List.copyOf(tabs);
    }
}
