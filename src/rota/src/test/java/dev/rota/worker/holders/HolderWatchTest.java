package dev.rota.worker.holders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.shards.ShardCause;
import dev.rota.shards.ShardState;
import dev.rota.shards.ShardStatus;
import dev.rota.shards.ShardsTopics;
import dev.rota.shards.WorkerChange;
import dev.rota.shards.WorkerChangeKind;
import dev.rota.shards.WorkerEvent;
import dev.rota.shards.WorkerReady;
import dev.rota.shards.scheduler.ShardsDomain;
import dev.rota.stream.SharedCluster;
import dev.rota.stream.Tenant;
import dev.rota.trials.Await;
import dev.rota.trials.Full;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Silent holders are found on a real broker; the test acts as scheduler and workers. */
@Tag("broker")
@Full
class HolderWatchTest {

    private static final String POOL = "p";

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static SharedCluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = new SharedCluster();
    }

    @AfterAll
    static void closeCluster() {
        cluster.close();
    }

    @Test
    void shouldFindASilentWorkerAndForgetItWhenItIsLost() throws Exception {
        try (Tenant tenant = cluster.tenant(new ShardsDomain());
                HolderWatch watch = new HolderWatch(tenant.settings(), tenant.wire(), POOL, "w2")) {
            // given a worker that was killed before the watch began, one of another pool, and one without shards
            for (String worker : new String[] {"w1", "idle"}) {
                tell(tenant, HoldersTest.change(worker, WorkerChangeKind.READY, 3_000));
                tenant.produce(ShardsTopics.WORKERS, worker, new WorkerEvent(POOL, worker, new WorkerReady(1, "", 0)));
            }
            tell(tenant, HoldersTest.running("a", "w1"));
            tell(tenant, HoldersTest.running("b", "w1"));
            tell(
                    tenant,
                    WorkerChange.newBuilder()
                            .setPool("other")
                            .setWorker("w3")
                            .setKind(WorkerChangeKind.READY)
                            .setIncarnation("")
                            .setSlots(1)
                            .setTimeoutMs(3_000L)
                            .setReason("")
                            .build());
            tell(
                    tenant,
                    ShardState.newBuilder()
                            .setPool("other")
                            .setShard("a")
                            .setState(ShardStatus.RUNNING)
                            .setCause(ShardCause.DISPATCHED)
                            .setWorker("w3")
                            .setToken(1L)
                            .setPending(1L)
                            .setWaitedMs(0L)
                            .build());
            tenant.flush();

            // then
            Await.until("a silent worker", () -> !watch.silent().isEmpty());
            assertThat(watch.silent()).singleElement().satisfies(holder -> {
                assertThat(holder.worker()).isEqualTo("w1");
                assertThat(holder.shards()).isEqualTo(2);
                assertThat(holder.timeoutMs()).isEqualTo(3_000);
            });

            // when
            tell(tenant, HoldersTest.change("w1", WorkerChangeKind.LOST, 3_000));
            tenant.flush();

            // then
            Await.until("none", () -> watch.silent().isEmpty());
        }
    }

    private static void tell(Tenant tenant, WorkerChange change) throws InterruptedException {
        tenant.emit(ShardsTopics.WORKER_EVENTS.topic(), change.getPool(), change.getWorker(), change);
    }

    private static void tell(Tenant tenant, ShardState state) throws InterruptedException {
        tenant.emit(ShardsTopics.STATES.topic(), state.getPool(), state.getShard(), state);
    }
}
