package dev.rota.pages.domain.chunks;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;

/** The pages of storage networks. */
public final class ChunksPages implements DomainPages {
    @Override
    public String domain() {
        return NetworkLinks.DOMAIN;
    }

    @Override
    public List<String> kinds() {
        return List.of("worker", "dataset", "epoch");
    }

    @Override
    public Part unit(UnitFacts facts) {
        return new Part("chunks/network", new NetworkPicture(facts).view());
    }

    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        MemberPicture picture = new MemberPicture(facts);
        return switch (subject.kind()) {
            case "worker" -> new Part("chunks/member", picture.worker(subject.id()));
            case "dataset" -> new Part("chunks/member", picture.dataset(subject.id()));
            case "epoch" -> new Part("chunks/member", picture.epoch(subject.id()));
            default -> null;
        };
    }
}
