package dev.rota.serde;

import dev.rota.engine.schema.Avro;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** The wire format by Confluent's own classes, which are not on Maven Central and are therefore loaded by name. */
final class ConfluentWire implements Wire {

    private static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
    private static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";

    private final Serializer<Object> serializer;
    private final Deserializer<Object> deserializer;

    private ConfluentWire(Serializer<Object> serializer, Deserializer<Object> deserializer) {
        this.serializer = serializer;
        this.deserializer = deserializer;
    }

    static ConfluentWire of(Map<String, String> properties, boolean autoRegister) {
        // Validates the settings with Rota's messages first; the prefix is the same.
        RegistrySettings.of(properties);
        Map<String, Object> settings = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name.startsWith(RegistrySettings.PREFIX)) {
                settings.put(name, value);
            }
        });
        settings.put("auto.register.schemas", autoRegister);
        settings.put("avro.remove.java.properties", true);
        settings.put("specific.avro.reader", true);
        @SuppressWarnings("unchecked")
        Serializer<Object> serializer = (Serializer<Object>) instance(SERIALIZER);
        @SuppressWarnings("unchecked")
        Deserializer<Object> deserializer = (Deserializer<Object>) instance(DESERIALIZER);
        serializer.configure(settings, false);
        deserializer.configure(settings, false);
        return new ConfluentWire(serializer, deserializer);
    }

    private static Object instance(String name) {
        // Loads the class that configures Avro first: Confluent's classes read the configuration when they are loaded.
        SpecificData unused = Avro.DATA;
        try {
            return Class.forName(name).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(
                    "expected " + name + " on the class path for serde.provider=confluent, but it cannot be loaded: "
                            + e,
                    e);
        }
    }

    @Override
    public byte[] write(String topic, SpecificRecord value) throws InterruptedException {
        try {
            return serializer.serialize(topic, value);
        } catch (KafkaException e) {
            interrupted(e);
            throw new RegistryRefused(sentence(e));
        }
    }

    @Override
    public SpecificRecord read(String topic, byte[] value) throws UnreadableValue, InterruptedException {
        Object read;
        try {
            read = deserializer.deserialize(topic, value);
        } catch (KafkaException e) {
            interrupted(e);
            if (outage(e)) {
                throw e;
            }
            throw new UnreadableValue(sentence(e));
        }
        if (read instanceof SpecificRecord record) {
            return record;
        }
        throw new UnreadableValue("expected a record of Rota, but it is " + read);
    }

    @Override
    public void close() {
        serializer.close();
        deserializer.close();
    }

    private static void interrupted(KafkaException e) throws InterruptedException {
        boolean inCall = cause(e, InterruptedIOException.class) && !cause(e, SocketTimeoutException.class);
        if (Thread.interrupted() || inCall) {
            throw new InterruptedException(e.getMessage());
        }
    }

    /** Returns whether the registry was unreachable, in which case the bytes may be valid. */
    private static boolean outage(KafkaException e) {
        return cause(e, SocketException.class)
                || cause(e, SocketTimeoutException.class)
                || cause(e, UnknownHostException.class);
    }

    private static boolean cause(KafkaException e, Class<? extends Throwable> type) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    private static String sentence(KafkaException e) {
        Throwable cause = e.getCause();
        return "expected Confluent's classes to accept it, but they report: " + e.getMessage()
                + (cause == null ? "" : ": " + cause.getMessage());
    }
}
