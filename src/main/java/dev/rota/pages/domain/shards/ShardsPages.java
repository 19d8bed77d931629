package dev.rota.pages.domain.shards;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import java.util.List;
import java.util.stream.StreamSupport;

/** The pages of the scheduler of transactions to shard workers. */
public final class ShardsPages implements DomainPages {

    static final String STATES = "shards.states";
    static final String BLOCKS = "shards.blocks";
    static final String DEAD_LETTERS = "shards.dead-letters";
    static final String ASSIGNMENTS = "shards.assignments";

    @Override
    public String domain() {
        return "shards";
    }

    @Override
    public List<String> kinds() {
        return List.of("block");
    }

    @Override
    public Part unit(UnitFacts facts) {
        Live live = facts.live(STATE);
        return new Part("shards/pool", new PoolPage(facts, live.json()).view(live.isThere()));
    }

    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        String id = subject.id();
        return switch (subject.kind()) {
            case "shard" -> new Part("shards/shard", new ShardPage(facts, id).view());
            case "worker" ->
                new Part(
                        "shards/worker", new WorkerPage(facts, facts.live(STATE).json(), id).view());
            case "transaction" -> new Part("shards/transaction", new TransactionPage(facts, id).view());
            case "block" -> new Part("shards/block", new BlockPage(facts, id).view());
            default -> null;
        };
    }

    static List<JsonNode> all(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).toList();
    }
}
