package dev.rota.pages.domain.jobs;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.jobs.view.CohortState;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;

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
        Live<CohortState> live = facts.live(STATE, CohortState.class);
        return new Part("jobs/cohort", new CohortPage(facts, live.page()).view(live.isThere()));
    }

    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        return switch (subject.kind()) {
            case "job" -> new Part("jobs/job", new JobPage(facts, subject.id()).view());
            case "bot" -> new Part("jobs/bot", new BotPage(facts, subject.id()).view());
            case "instance" -> new Part("jobs/instance", new InstancePage(facts, subject.id()).view());
            default -> null;
        };
    }
}
