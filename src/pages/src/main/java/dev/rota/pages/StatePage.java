package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.UnitState;

/** The page of a unit's state, as the scheduler's own pages draw it. */
final class StatePage {

    private final House house;
    private final Html html;

    StatePage(House house, Html html) {
        this.house = house;
        this.html = html;
    }

    Frame frame(Domain domain, Facts facts) {
        return house.frame(
                Show.unit(facts.unit()) + " · " + domain.name(),
                domain.name(),
                facts.source(),
                // A page with a form does not refresh, which would discard the input.
                facts.parameter(DomainPages.ASK).isEmpty(),
                "");
    }

    UnitState view(Domain domain, Facts facts) throws NoPage {
        DomainPages pages = AllDomainPages.of(domain.name());
        if (pages == null) {
            throw NoPage.notFound("expected a scheduler with pages of its own, but " + domain.name() + " has none");
        }
        Part part = pages.unit(facts);
        facts.requireUnit();
        return new UnitState(
                domain.name(),
                facts.unit(),
                house.tabs(domain, facts.unit(), UnitTab.STATE),
                Show.text(facts.problem()),
                html.part(part));
    }
}
