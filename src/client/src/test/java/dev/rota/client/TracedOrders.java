package dev.rota.client;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;

/** Continues the traces of senders, as {@code schemas/shards/GUIDE.md} shows. */
@SuppressWarnings("try")
final class TracedOrders {

    /** A store of orders. */
    @FunctionalInterface
    interface Store {
        void apply(String id, long token, byte[] order);
    }

    private final Tracer tracer;
    private final Store store;

    TracedOrders(Tracer tracer, Store store) {
        this.tracer = tracer;
        this.store = store;
    }

    void handle(KeyedRecord record) throws Exception {
        Context sent = W3CTraceContextPropagator.getInstance().extract(Context.root(), record, KeyedRecord::header);
        Span span = tracer.spanBuilder("order").setParent(sent).startSpan();
        try (Scope scope = span.makeCurrent()) {
            store.apply(record.id(), record.token(), record.payload());
        } finally {
            span.end();
        }
    }
}
