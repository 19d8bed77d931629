package dev.rota.engine.machine;

import dev.rota.engine.Decision;
import dev.rota.engine.Output;
import dev.rota.engine.Position;
import dev.rota.engine.Rejection;
import dev.rota.engine.log.LogRecord;
import dev.rota.engine.log.Source;
import dev.rota.engine.schema.Avro;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Measures a link of a unit's hash chain: an event, and one decision about it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChainBenchmark {

    private static final Position AT = new Position(3, 7, 2_000);
    private static final Output<Rejection> OUTPUT = Output.of("cores.rejections", Rejection.class);

    /** The size of the event and of the decision. */
    @Param({"100", "4000"})
    private int bytes;

    private final Chain chain = new Chain();
    private final ByteBuffer declared = Chain.first();
    private final byte[] fingerprint = Avro.fingerprint(Rejection.getClassSchema());
    private ByteBuffer head = Chain.first();

    @Benchmark
    public ByteBuffer link() {
        Rejection rejection = Rejection.newBuilder()
                .setDomain("cores")
                .setUnit("relay")
                .setSource("cores.claims/0/5")
                .setReason("NOT_LIVE")
                .setMessage("why")
                .setTime(2_000L)
                .build();
        Source source = new Source("cores.claims", 0, 5, "an-id-of-22-characters");
        LogRecord.Event event = new LogRecord.Event(AT, "relay", source, "dev.rota.cores.Claim", new byte[bytes]);
        Decision decision = new Decision(OUTPUT, "relay", 1, AT, 1, 2_000, "relay", rejection, new byte[bytes]);
        chain.begin(head, declared, 1, event, fingerprint);
        head = chain.end(List.of(decision));
        return head;
    }
}
