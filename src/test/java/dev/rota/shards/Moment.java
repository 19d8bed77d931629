package dev.rota.shards;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * One record of a pool's log.
 *
 * @param event null if only time passes
 */
record Moment(long time, @Nullable SpecificRecord event) {

    /** The lines that {@code simulate shards} reads, and the time that it must run on to. */
    static String script(List<Moment> moments) {
        return moments.stream().map(Moment::line).collect(Collectors.joining("\n"));
    }

    static String topic(SpecificRecord event) {
        if (event instanceof Transaction) {
            return ShardsDomain.TRANSACTIONS;
        } else if (event instanceof WorkerEvent) {
            return ShardsDomain.WORKERS;
        }
        return event instanceof BlockEnvironment ? ShardsDomain.ENVIRONMENTS : ShardsDomain.CONTROLS;
    }

    private String line() {
        return event == null
                ? "--until " + time
                : "{\"topic\": \"" + topic(event) + "\", \"time\": " + time + ", \"value\": " + PlainJson.write(event)
                        + "}";
    }
}
