package dev.rota.stream.intake;

import dev.rota.kafka.Consumers;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import dev.rota.stream.common.ClientSettings;
import dev.rota.stream.common.OwnMembers;
import dev.rota.stream.common.Ticker;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Intake's clients of a cluster. */
final class KafkaIntakeClients implements IntakeClients {

    private final Names names;
    private final ClientSettings settings;
    private final OwnMembers members;

    KafkaIntakeClients(Names names, Settings settings, OwnMembers members) {
        this.names = names;
        this.settings = new ClientSettings(settings);
        this.members = members;
    }

    @Override
    public Admin admin() {
        return Admin.create(settings.admin(names));
    }

    @Override
    public Consumer<byte[], byte[]> inputs(int fetchBytes) {
        return Consumers.of(settings.intakeConsumer(names, fetchBytes), members::note);
    }

    @Override
    public Consumer<byte[], byte[]> reader() {
        return Consumers.of(settings.wholeTopicReader(names));
    }

    @Override
    public Producer<byte[], byte[]> log() {
        return producer(settings.logProducer(names));
    }

    @Override
    public Producer<byte[], byte[]> positions() {
        return producer(settings.positionsProducer(names));
    }

    private static Producer<byte[], byte[]> producer(Properties properties) {
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Ticker ticker() {
        return Ticker.SYSTEM;
    }
}
