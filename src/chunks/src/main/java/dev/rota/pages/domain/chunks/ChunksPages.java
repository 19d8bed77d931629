package dev.rota.pages.domain.chunks;

import dev.rota.chunks.explain.ChunkWalks;
import dev.rota.chunks.explain.PlanInquiry.Plan;
import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.NoPage;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Links;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.Question;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;
import java.util.function.UnaryOperator;

/** The pages of storage networks. */
public final class ChunksPages implements DomainPages {

    static final String DOMAIN = "chunks";

    @Override
    public String domain() {
        return DOMAIN;
    }

    @Override
    public List<String> kinds() {
        return List.of("worker", "dataset", "epoch");
    }

    @Override
    public Part unit(UnitFacts facts) {
        if (facts.parameter(ASK).equals(PlanForm.PLAN)) {
            return new Part("chunks/plan", PlanForm.view(facts));
        }
        return new Part("chunks/network", new NetworkPicture(facts).view());
    }

    @Override
    public @Nullable Question question(Domain domain, String unit, UnaryOperator<String> form) throws NoPage {
        return switch (form.apply("question")) {
            case PlanForm.PLAN -> PlanForm.question(domain, unit, form);
            case ChunkPicture.WALK -> ChunkPicture.question(unit, form);
            default -> null;
        };
    }

    @Override
    public @Nullable Part answer(String unit, Inquiry.Asked asked, Answer answer) {
        if (answer.details() instanceof Plan plan) {
            return new Part("chunks/moves", MovesPicture.of(new Links(DOMAIN, unit), plan));
        }
        return answer.details() instanceof ChunkWalks walks
                ? new Part("chunks/walk", WalkPicture.of(new Links(DOMAIN, unit), walks))
                : null;
    }

    @Override
    public boolean isWhole(Subject subject) {
        return !subject.kind().equals("chunk") || ChunkPicture.isWhole(subject.id());
    }

    @Override
    public @Nullable Live<Answered> explained(UnitFacts facts, Subject subject) {
        return subject.kind().equals("chunk") ? ChunkPicture.explained(facts, subject.id()) : null;
    }

    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        return switch (subject.kind()) {
            case "worker" -> new Part("chunks/member", new MemberPicture(facts).worker(subject.id()));
            case "dataset" -> new Part("chunks/dataset", DatasetPicture.view(facts, subject.id()));
            case "chunk" -> new Part("chunks/chunk", ChunkPicture.view(facts, subject.id()));
            case "epoch" -> new Part("chunks/member", new MemberPicture(facts).epoch(subject.id()));
            default -> null;
        };
    }
}
