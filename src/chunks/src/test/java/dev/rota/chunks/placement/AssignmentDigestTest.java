package dev.rota.chunks.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Tests the digest in PROTOCOL.md, which was computed independently with another implementation of SHA-256. */
class AssignmentDigestTest {

    private static byte[] worker(String id, int... numbers) {
        long[] sizes = new long[numbers.length];
        Arrays.fill(sizes, 300);
        return AssignmentDigest.ofWorker(WorkerId.of(id), numbers, sizes);
    }

    private static String hex(byte[] digest) {
        return HexFormat.of().formatHex(digest);
    }

    @Test
    void shouldHashWorkersByThemselvesAndThenTogether() {
        // given
        byte[] one = worker("w1", 1);
        byte[] two = worker("w2", 0, 1);
        byte[] three = worker("w3", 0);
        assertThat(hex(one)).isEqualTo("d43d2a0359e4708105dda0d1db44c28cdccf9e9c36f53e4718a0ea9d52e78d9b");
        assertThat(hex(two)).isEqualTo("351711649a741d869affdd8e83355cda9369871980f26d83ba55142472f94289");
        assertThat(hex(three)).isEqualTo("de67fe517a9f64973e4b01b2cf5fc20d3605c816d52ac18147cdca86f07a07e3");

        // when
        AssignmentDigest all = new AssignmentDigest();
        all.add(one);
        all.add(two);
        all.add(three);

        // then
        assertThat(all.hex()).isEqualTo("8bde58848910c7267378647ee761cd272c47bb50dc4c96d62bc72b9b48737900");
    }

    @Test
    void shouldHashTheBytesOfAnIdWhateverItsSpelling() {
        assertThat(worker("0x7731", 1)).isEqualTo(worker("w1", 1)).isNotEqualTo(worker("0x7732", 1));
    }

    @Test
    void shouldHashMoreThanABufferHolds() {
        int[] numbers = new int[5_000];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        assertThat(hex(worker("w1", numbers)))
                .isEqualTo("d9725ba8cd9154a98bfbad2d262e6cd525a4cae2c7eb34fdf7b48dba239a073e");
    }

    @Test
    void shouldHashNoWorkers() {
        assertThat(new AssignmentDigest().hex())
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
