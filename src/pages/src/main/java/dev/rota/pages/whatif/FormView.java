package dev.rota.pages.whatif;

import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.view.Link;
import java.util.List;

/**
 * The form of a what-if.
 *
 * @param problem what is wrong with the question, a sentence without full stop; empty if nothing is
 * @param answer a link to the answer, if it is kept
 * @param again a link to this form as it is filled in
 * @param hasWould whether events can be asked about as well
 */
public record FormView(
        String domain,
        String unit,
        List<Link> tabs,
        WhatIfFields fields,
        Asked asked,
        String problem,
        Link answer,
        Link again,
        boolean hasWould) {

    public FormView {
        tabs = List.copyOf(tabs);
    }

    /** Returns the name of a policy's field in the form. */
    public String nameOf(WhatIfFields.Field field) {
        return SimpleChanges.POLICY + field.name();
    }
}
