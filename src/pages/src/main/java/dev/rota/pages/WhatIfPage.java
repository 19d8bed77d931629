package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.pages.Tasks.Task;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.Link;
import dev.rota.pages.whatif.Asked;
import dev.rota.pages.whatif.BadQuestion;
import dev.rota.pages.whatif.FormView;
import dev.rota.pages.whatif.SimpleChanges;
import dev.rota.whatif.WhatIf;
import dev.rota.workload.whatif.PartyModel;
import java.util.function.UnaryOperator;

/** The page of a unit that asks what would have happened if. Its address contains what is filled in. */
final class WhatIfPage {

    private final House house;
    private final Tasks tasks;

    WhatIfPage(House house, Tasks tasks) {
        this.house = house;
        this.tasks = tasks;
    }

    /** Returns the fields of a domain's form, or null if the domain cannot be asked. */
    static @Nullable WhatIfFields fields(Domain domain) {
        DomainPages pages = AllDomainPages.of(domain.name());
        return pages == null || WhatIf.model(domain) == null ? null : pages.whatIf();
    }

    static WhatIfFields mustHaveFields(Domain domain) throws NoPage {
        WhatIfFields fields = fields(domain);
        if (fields == null) {
            throw NoPage.notFound(
                    WhatIf.model(domain) == null
                            ? WhatIf.noModel(domain)
                            : "expected a scheduler with a form for this, but " + domain.name()
                                    + " has none: ask 'rota what-if " + domain.name() + "'");
        }
        return fields;
    }

    /** Returns what a form asks. What its simple fields stand for is added to the lines of the change. */
    static Asked asked(Domain domain, UnaryOperator<String> form) throws NoPage {
        return Asked.of(form, SimpleChanges.lines(mustHaveFields(domain), form));
    }

    Frame frame(Domain domain, String unit) {
        return house.frame(
                Show.unit(unit) + " · what if",
                domain.name(),
                "Answers are from a replay of the log; before a what-if it is verified.");
    }

    /** @param problem why the question was refused; empty if it was not */
    FormView view(Domain domain, String unit, Asked asked, String problem) throws NoPage {
        WhatIfFields fields = mustHaveFields(domain);
        if (unit.isEmpty()) {
            throw NoPage.notFound("expected a unit of " + domain.name());
        }
        DomainPages pages = AllDomainPages.of(domain.name());
        String again = asked.url(domain.name(), unit);
        @Nullable Task task = tasks.get(WhatIfTask.id(domain.name(), unit, asked));
        return new FormView(
                domain.name(),
                unit,
                house.tabs(domain, unit, UnitTab.WHAT_IF),
                fields,
                asked.shown(),
                problem.isEmpty() ? problem(domain, unit, asked, task) : problem,
                task == null || task.state() == Tasks.State.FAILED
                        ? Link.NONE
                        : new Link(
                                task.state() == Tasks.State.DONE
                                        ? "The answer of " + Show.ago(task.ended(), house.now())
                                        : "This question, " + task.state(),
                                Url.of("/task", "id", task.id(), "back", again)),
                asked.isEmpty() ? Link.NONE : new Link("This question as a link", again),
                pages != null && pages.asksAboutEvents());
    }

    private static String problem(Domain domain, String unit, Asked asked, @Nullable Task task) {
        if (task != null && task.state() == Tasks.State.FAILED) {
            return Show.text(task.problem());
        }
        PartyModel model = WhatIf.model(domain);
        if (!asked.isEmpty() && model != null) {
            try {
                asked.question(domain, model, unit);
            } catch (BadQuestion e) {
                return String.valueOf(e.getMessage());
            }
        }
        return "";
    }
}
