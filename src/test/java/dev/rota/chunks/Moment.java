package dev.rota.chunks;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * One record of a network's log.
 *
 * @param event null if only time passes
 */
public record Moment(long time, @Nullable SpecificRecord event) {

    /** The lines that {@code simulate chunks} reads, and the time that it must run on to. */
    static String script(List<Moment> moments) {
        return moments.stream().map(Moment::line).collect(Collectors.joining("\n"));
    }

    public static String topic(SpecificRecord event) {
        if (event instanceof ListingEvent) {
            return ChunksDomain.LISTINGS;
        } else if (event instanceof WorkerEvent) {
            return ChunksDomain.WORKERS;
        }
        return event instanceof PlacementPolicy ? ChunksDomain.POLICIES : ChunksDomain.REQUESTS;
    }

    private String line() {
        return event == null
                ? "--until " + time
                : "{\"topic\": \"" + topic(event) + "\", \"time\": " + time + ", \"value\": " + PlainJson.write(event)
                        + "}";
    }
}
