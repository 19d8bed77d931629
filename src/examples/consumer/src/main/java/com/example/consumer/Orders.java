package com.example.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.client.KeyedConsumer;
import dev.rota.client.KeyedRecord;
import dev.rota.client.RejectedRecord;
import dev.rota.settings.Settings;
import java.util.Map;

/** Handles the records of the adopted topic orders in the order of their keys, up to 64 keys at once. */
public final class Orders {

    public static void main(String[] args) throws InterruptedException {
        Settings settings = Settings.of(Map.of("kafka.bootstrap.servers", args[0], "schema.registry.url", args[1]));
        try (KeyedConsumer consumer = KeyedConsumer.open(settings, "orders", 64)) {
            // On SIGTERM it finishes what it handles, reports it and leaves the pool.
            Runtime.getRuntime().addShutdownHook(new Thread(consumer::close));
            consumer.run(Orders::handle);
        }
    }

    private static void handle(KeyedRecord order) throws InterruptedException {
        String text = new String(order.payload(), UTF_8);
        if (text.isBlank()) {
            throw new RejectedRecord("expected an order, but the record is empty");
        }
        // In place of a store or a service, which takes its time.
        Thread.sleep(10);
        System.out.println(order.shard() + " " + order.source() + " " + order.token() + " " + text);
    }
}
