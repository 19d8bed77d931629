package dev.rota.pages.domain.shards;

import dev.rota.engine.Nullable;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.domain.WhatIfFields.Field;
import dev.rota.shards.FailedBatch;
import dev.rota.shards.view.PoolState;
import java.util.List;

/** The pages of the scheduler that assigns transactions to shard workers. */
public final class ShardsPages implements DomainPages {

    static final String STATES = "shards.states";
    static final String BLOCKS = "shards.blocks";
    static final String RECEIPTS = "shards.receipts";
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
        return new Part("shards/pool", new PoolPage(facts, facts.live(STATE, PoolState.class)));
    }

    @Override
    public WhatIfFields whatIf() {
        return new WhatIfFields(
                List.of(
                        Field.number("quantumMs"),
                        Field.number("turnMsMax"),
                        Field.number("batchTransactionsMax"),
                        Field.number("batchTimeoutMs"),
                        Field.number("attemptsMax"),
                        Field.oneOf("failedBatch", FailedBatch.values()),
                        Field.number("workerFailuresMax"),
                        Field.number("workerTimeoutMs"),
                        Field.number("retryDelayMs")),
                false,
                "worker");
    }

    /** Returns a transaction, which is named by its shard and its id. */
    @Override
    public @Nullable Part subject(UnitFacts facts, Subject subject) {
        String id = subject.id();
        return switch (subject.kind()) {
            case "shard" -> new Part("shards/shard", new ShardPage(facts, id));
            case "worker" ->
                new Part(
                        "shards/worker",
                        new ShardWorkerPage(
                                facts, facts.live(STATE, PoolState.class).page(), id));
            case "transaction" -> new Part("shards/transaction", new TransactionPage(facts, id));
            case "block" -> new Part("shards/block", new BlockPage(facts, id));
            default -> null;
        };
    }
}
