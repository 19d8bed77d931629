package dev.rota.pages.domain.jobs;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.jobs.Assigner;
import dev.rota.jobs.Victims;
import dev.rota.jobs.view.CohortState;
import dev.rota.pages.NoPage;
import dev.rota.pages.Url;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.EventForm;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.Question;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.domain.WhatIfFields.Field;
import java.util.List;
import java.util.function.UnaryOperator;

/** The pages of the scheduler that assigns jobs to bots. */
public final class JobsPages implements DomainPages {

    @Override
    public String domain() {
        return "jobs";
    }

    @Override
    public List<String> kinds() {
        return List.of();
    }

    @Override
    public Part unit(UnitFacts facts) {
        return new Part("jobs/cohort", new CohortPage(facts, facts.live(STATE, CohortState.class)));
    }

    @Override
    public WhatIfFields whatIf() {
        return new WhatIfFields(
                List.of(
                        Field.oneOf("assigner", Assigner.values()),
                        Field.number("priorityPercentage"),
                        Field.number("preemptionDelayMs"),
                        Field.number("minRunMs"),
                        Field.number("preemptionsPerMinute"),
                        Field.oneOf("victims", Victims.values()),
                        Field.number("failureBackoffMs")),
                true,
                "bot");
    }

    @Override
    public boolean asksAboutEvents() {
        return true;
    }

    @Override
    public @Nullable Question question(Domain domain, String unit, UnaryOperator<String> form) throws NoPage {
        return form.apply("question").equals(EventForm.WOULD)
                ? EventForm.question(domain, unit, "jobs.submissions", form, Url.ofUnit("/what-if", domain(), unit))
                : null;
    }

    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        return switch (subject.kind()) {
            case "job" -> new Part("jobs/job", new JobPage(facts, subject.id()));
            case "bot" -> new Part("jobs/bot", new BotPage(facts, subject.id()));
            case "instance" -> new Part("jobs/instance", new InstancePage(facts, subject.id()));
            default -> null;
        };
    }
}
