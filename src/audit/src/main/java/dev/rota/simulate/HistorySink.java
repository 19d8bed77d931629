package dev.rota.simulate;

import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Takes the lines of a history. */
public interface HistorySink {

    /** Takes the first line: what is to be known of the history, in sentences. */
    void begin(List<String> remarks);

    /** Takes an event, with what became of it. */
    void event(String unit, String topic, SpecificRecord value, long time, HistoryLine past);
}
