package dev.rota.stream.meters;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A gauge whose series come and go. Setting all of them costs something only for those that come or go. */
public final class Series {

    /** The value of a series. */
    private static final class Value {
        private volatile double now;
    }

    private final MultiGauge gauge;
    private Map<Tags, Value> values = new HashMap<>();

    public Series(String name, String help, Tags tags, MeterRegistry metrics) {
        gauge = MultiGauge.builder(name).description(help).tags(tags).register(metrics);
    }

    /** Sets the series, and removes all others. */
    public synchronized void set(Map<Tags, Double> now) {
        Map<Tags, Value> next = new HashMap<>();
        now.forEach((tags, value) -> {
            Value one = values.getOrDefault(tags, new Value());
            one.now = value;
            next.put(tags, one);
        });
        if (!next.keySet().equals(values.keySet())) {
            gauge.register(rows(next));
        }
        values = next;
    }

    private static List<Row<?>> rows(Map<Tags, Value> values) {
        return values.entrySet().stream()
                .<Row<?>>map(each -> Row.of(each.getKey(), each.getValue(), value -> value.now))
                .toList();
    }
}
