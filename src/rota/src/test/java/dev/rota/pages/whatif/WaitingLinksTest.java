package dev.rota.pages.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Subject;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.shards.scheduler.Transactions;
import dev.rota.whatif.WhatIf;
import dev.rota.workload.whatif.Happening;
import dev.rota.workload.whatif.PartyModel;
import dev.rota.workload.whatif.Tally;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page of a what-if links each transaction that waits, whatever characters its shard and its id contain. */
class WaitingLinksTest {

    private final PartyModel model = Objects.requireNonNull(WhatIf.model(new ShardsDomain()));
    private final Tally tally = new Tally();

    @ParameterizedTest
    @CsvSource({
        "s, t",
        "a/b, t",
        "a/b/, orders/0/5",
        "/, /",
        "s, orders/0/5",
        "a%2Fb, t",
        "100%, t",
        "s, t (2)",
    })
    void shouldLinkTheTransaction(String shard, String id) {
        waits(shard, id, 0);
        assertThat(model.vocabulary().subject(tally.name(0))).isEqualTo(new Subject("transaction", id));
    }

    @Test
    void shouldNotTakeOneTransactionForAnother() {
        waits("a", "b/c", 0);
        waits("a/b", "c", 0);
        waits("a%2Fb", "c", 0);

        assertThat(tally.name(0)).isEqualTo("a/b/c");
        assertThat(tally.name(1)).isEqualTo("a%2Fb/c");
        assertThat(tally.name(2)).isEqualTo("a%252Fb/c");
    }

    private void waits(String shard, String id, long time) {
        model.count(
                new Happening(
                        time,
                        ShardsTopics.TRANSACTIONS,
                        Transactions.of("p", shard, id, ByteBuffer.allocate(0)),
                        false),
                tally);
    }
}
