package dev.rota.whatif;

import dev.rota.engine.Position;
import dev.rota.engine.log.LogRecord;
import dev.rota.simulate.SimulatedLine;
import dev.rota.workload.whatif.Happening;
import java.io.PrintWriter;

/** Writes a world as a recorded log, in lines that {@code simulate} decides in the same way. */
final class WorldFile {

    private final PrintWriter out;
    private boolean begun;
    private long following;

    WorldFile(PrintWriter out) {
        this.out = out;
    }

    void event(Happening event, Position at) {
        begin(at);
        out.println(SimulatedLine.event(
                event.topic(), event.time(), event.value(), event.adopted(), at.offset(), following));
        following = at.offset() + 1;
    }

    void tick(LogRecord.Tick tick) {
        begin(tick.at());
        out.println(SimulatedLine.tick(
                tick.unit(), tick.at().time(), tick.attended(), tick.at().offset(), following));
        following = tick.at().offset() + 1;
    }

    private void begin(Position at) {
        if (!begun) {
            begun = true;
            out.println(SimulatedLine.header(at.partition()));
        }
    }
}
