package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the model's hashes, positions and replication factors with vectors. */
class NaiveVectorsTest {

    @ParameterizedTest
    @CsvSource({
        "'', 14492805990617963705",
        "00, 8706543430870418941",
        "00010203040506, 17455982182503304157",
        "0001020304050607, 13759499981675894301",
        "000102030405060708, 13662013543294291478"
    })
    void shouldHash(String hex, String hash) {
        assertThat(Long.toUnsignedString(NaiveSeaHash.hash(NaiveWorkerId.bytes("0x" + hex))))
                .isEqualTo(hash);
    }

    @Test
    void shouldHashText() {
        assertThat(NaiveSeaHash.hash("to be or not to be".getBytes(UTF_8))).isEqualTo(1988685042348123509L);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 16135363174843494682",
        "0, 5999, 14709311148648890983",
        "1, 0, 3244536046453371636",
        "2, 1, 1898009161561917879"
    })
    void shouldStandOnRings(int worker, int ring, String position) {
        assertThat(Long.toUnsignedString(NaiveRings.position(TestNetwork.workerId(worker), ring)))
                .isEqualTo(position);
    }

    @ParameterizedTest
    @CsvSource({"0, 10357257442882622367, 2367", "1, 1378747230595594634, 4634", "256, 14502020766844414976, 4976"})
    void shouldHashReplicas(int replica, String hash, long ring) {
        long actual = NaiveRings.replica(TestNetwork.DATASET, TestNetwork.chunk(0), replica);
        assertThat(Long.toUnsignedString(actual)).isEqualTo(hash);
        assertThat(Long.remainderUnsigned(actual, 6_000)).isEqualTo(ring);
    }

    @ParameterizedTest
    @CsvSource({
        "14, 2 2 2 2",
        "15, 2 2 2 3",
        "18, 2 2 2 5",
        "22, 2 2 4 8",
        "30, 2 2 6 13",
        "38, 2 3 9 18",
        "48, 2 4 12 24",
        "2400, 100 200 600 1200"
    })
    void shouldPlanReplicas(long usable, String factors) throws Exception {
        assertThat(NaiveReplication.factors(sizes(), BigInteger.valueOf(usable), 2, 1_200)
                        .values())
                .extracting(String::valueOf)
                .containsExactly(factors.split(" "));
    }

    @Test
    void shouldPlanNoReplicasIfTheMinimumDoesNotFit() {
        assertThatThrownBy(() -> NaiveReplication.factors(sizes(), BigInteger.valueOf(13), 2, 1_200))
                .isInstanceOf(NaiveNotEnough.class);
    }

    @Test
    void shouldPlanReplicasOfLargeChunks() throws Exception {
        // given
        BigInteger tera = BigInteger.ONE.shiftLeft(40);
        SortedMap<Integer, BigInteger> sizes = new TreeMap<>();
        List<Integer> weights = List.of(1, 2, 6, 48);
        List<Integer> teras = List.of(10, 20, 10, 10);
        for (int i = 0; i < weights.size(); i++) {
            sizes.put(weights.get(i), tera.multiply(BigInteger.valueOf(teras.get(i))));
        }

        // then
        assertThat(NaiveReplication.factors(sizes, tera.multiply(BigInteger.valueOf(2_000)), 5, 161)
                        .values())
                .containsExactly(5, 6, 20, 161);
    }

    private static SortedMap<Integer, BigInteger> sizes() {
        SortedMap<Integer, BigInteger> sizes = new TreeMap<>();
        sizes.put(1, BigInteger.valueOf(4));
        List.of(2, 6, 12).forEach(weight -> sizes.put(weight, BigInteger.ONE));
        return sizes;
    }
}
