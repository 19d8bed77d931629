package dev.rota.chunks;

import dev.rota.engine.Nullable;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;

/**
 * One record of a network's log.
 *
 * @param event null: time runs on, and nothing happens
 */
public record Moment(long time, @Nullable SpecificRecord event) {

    /** What {@code simulate chunks} reads, and how far time must run on after it. */
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
