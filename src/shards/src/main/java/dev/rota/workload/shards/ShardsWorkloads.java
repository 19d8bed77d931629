package dev.rota.workload.shards;

import dev.rota.engine.Domain;
import dev.rota.workload.Traffic;
import dev.rota.workload.Workloads;
import dev.rota.workload.history.HistoryWriter;
import dev.rota.workload.whatif.PartyModel;
import java.util.Collections;
import java.util.Map;

/** The workloads of {@code shards}: transactions, most of them for few shards. */
public final class ShardsWorkloads implements Workloads {

    private static final int SHARDS = 10_000;

    @Override
    public String domain() {
        return "shards";
    }

    @Override
    public Traffic demo(Domain configured) {
        return new DemoLedgers();
    }

    @Override
    public PartyModel parties() {
        return new ShardsModel();
    }

    @Override
    public Map<String, Traffic> byName() {
        return Collections.singletonMap("arrivals", arrivals(SHARDS));
    }

    /** Returns transactions for {@code shards} shards. */
    public static Traffic arrivals(int shards) {
        return new SkewedTransactions(shards);
    }

    @Override
    public HistoryWriter history() {
        return new ShardsHistory();
    }
}
