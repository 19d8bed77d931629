package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.bench.network.NetworkSize;
import dev.rota.bench.network.SyntheticNetwork;
import dev.rota.chunks.scheduler.ChunksDomain;
import dev.rota.engine.Parallel;
import dev.rota.trials.Seeded;
import java.util.Random;

/** Epochs that reuse rings and first stops of the previous epoch decide the same as epochs that start from nothing. */
class KeptRingsTest {

    static {
        // Avro trusts a domain's records once the class of the domain has been used
        new ChunksDomain();
    }

    private static final int WORKERS = 60;

    private static final int EPOCHS = 12;

    /** The most workers that join at once: more than the limits up to which first stops and rings are kept. */
    private static final int JOINING_MAX = 11;

    @Seeded(50)
    void shouldPlaceWithKeptRingsAsWithNewOnes(long seed) {
        // given
        Random random = new Random(seed);
        SyntheticNetwork network = new SyntheticNetwork(new NetworkSize(400, WORKERS, 4, 0.9));
        Pass.Memory kept = new Pass.Memory();
        int nextWorker = WORKERS;

        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            // when
            EpochChunks load = network.load();
            int[][] withKept = place(network, load, kept);
            int[][] withNew = place(network, load, new Pass.Memory());

            // then
            assertThat(withKept).as("seed %s, epoch %s", seed, epoch).isDeepEqualTo(withNew);

            network.grow(random.nextInt(30));
            for (int joining = random.nextInt(3) == 0 ? random.nextInt(JOINING_MAX) : random.nextInt(3);
                    joining > 0;
                    joining--) {
                network.join(nextWorker++);
            }
            for (int leaving = random.nextInt(4); leaving > 0; leaving--) {
                network.leave(random.nextInt(network.workers().size()));
            }
        }
    }

    private static int[][] place(SyntheticNetwork network, EpochChunks load, Pass.Memory memory) {
        Pass pass = network.pass(load);
        assertThat(pass.run(memory, Parallel.SEQUENTIAL)).isNull();
        EpochHoldings placed = EpochHoldings.of(load, network.workers(), pass, null, Parallel.SEQUENTIAL);
        int[][] chunks = new int[network.workers().size()][];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = placed.chunks(i);
        }
        return chunks;
    }
}
