package dev.rota.stream.log;

import dev.rota.kafka.Consumers;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.Ticker;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** An announcement's clients of a cluster. */
class KafkaAnnouncementClients implements AnnouncementClients {

    private final Names names;
    private final ClientSettings settings;
    private final Admin admin;

    KafkaAnnouncementClients(Names names, Settings settings, Admin admin) {
        this.names = names;
        this.settings = new ClientSettings(settings);
        this.admin = admin;
    }

    @Override
    public Admin admin() {
        return admin;
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return Consumers.of(settings.wholeTopicReader(names));
    }

    @Override
    public Producer<byte[], byte[]> positions() {
        return producer(settings.positionsProducer(names));
    }

    @Override
    public Producer<byte[], byte[]> log() {
        return producer(settings.logProducer(names));
    }

    private static Producer<byte[], byte[]> producer(Properties properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Ticker ticker() {
        return Ticker.SYSTEM;
    }
}
