package dev.rota.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.AssignmentStatus;
import dev.rota.chunks.BacklogRow;
import dev.rota.chunks.CatalogEntry;
import dev.rota.chunks.Chunk;
import dev.rota.chunks.WorkerAssignment;
import dev.rota.engine.schema.AvroCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.io.Encoder;
import org.junit.jupiter.api.Test;

/** A list of ints has the encoding of any other list of the same numbers. */
class IntListTest {

    private static final AvroCodec<WorkerAssignment> CODEC = AvroCodec.of(WorkerAssignment.class);

    private static IntList list(int... numbers) {
        return new IntList() {
            @Override
            protected int at(int index) {
                return numbers[index];
            }

            @Override
            public int size() {
                return numbers.length;
            }

            @Override
            public void write(Encoder out) throws IOException {
                for (int number : numbers) {
                    out.writeInt(number);
                }
            }
        };
    }

    private static WorkerAssignment assignment(List<Integer> chunks) {
        return WorkerAssignment.newBuilder()
                .setNetwork("net")
                .setEpoch(7L)
                .setWorker("w\u00FC")
                .setStatus(AssignmentStatus.UNRELIABLE)
                .setChunks(chunks)
                .setChunkCount(chunks.size())
                .setBytes(9L)
                .setParts(2)
                .setEffectiveFrom(5L)
                .build();
    }

    private static void assertEncodedAlike(int... numbers) {
        List<Integer> boxed = Arrays.stream(numbers).boxed().toList();
        byte[] expected = CODEC.encode(assignment(boxed));
        assertThat(CODEC.encode(assignment(list(numbers)))).isEqualTo(expected);
        assertThat(CODEC.decode(expected).getChunks()).isEqualTo(boxed);
        assertThat(list(numbers)).isEqualTo(boxed).hasSameHashCodeAs(boxed);
    }

    @Test
    void shouldEncodeNumbersOfEveryLength() {
        assertEncodedAlike();
        assertEncodedAlike(0);
        for (int bits = 0; bits < Integer.SIZE; bits++) {
            int power = 1 << bits;
            assertEncodedAlike(power - 1, power, power + 1, -power, ~power);
        }
        assertEncodedAlike(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void shouldEncodeItInANestedRecord() {
        AvroCodec<BacklogRow> codec = AvroCodec.of(BacklogRow.class);
        assertThat(codec.encode(new BacklogRow(assignment(list(3, -1, 1 << 20)))))
                .isEqualTo(codec.encode(new BacklogRow(assignment(List.of(3, -1, 1 << 20)))));
    }

    @Test
    void shouldEncodeItBesideOtherLists() {
        CatalogEntry boxed = new CatalogEntry("net", "d", 1, List.of(new Chunk("a", 2L)), List.of(3, 1 << 20));
        CatalogEntry ints = new CatalogEntry("net", "d", 1, List.of(new Chunk("a", 2L)), list(3, 1 << 20));
        AvroCodec<CatalogEntry> codec = AvroCodec.of(CatalogEntry.class);
        assertThat(codec.encode(ints)).isEqualTo(codec.encode(boxed));
    }
}
