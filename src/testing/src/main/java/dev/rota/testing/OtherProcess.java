package dev.rota.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.schema.AvroCodec;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecord;

/** Decides a history in a separate process, whose environment differs in everything that must not matter. */
final class OtherProcess {

    private static final List<String> DIFFERENT = List.of(
            "-Xmx192m",
            "-XX:+UseSerialGC",
            // it lives for seconds, most of which would go into the second compiler
            "-XX:TieredStopAtLevel=1",
            // changes the iteration order of collections that are keyed by identity
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:hashCode=2",
            "-Duser.language=tr",
            "-Duser.country=TR",
            "-Duser.timezone=Pacific/Chatham",
            "-Dfile.encoding=ISO-8859-1");

    private OtherProcess() {}

    /** Throws if the other process could not create the domain. */
    static void requireConstructor(Domain domain) {
        boolean there = Arrays.stream(domain.getClass().getConstructors())
                .anyMatch(constructor -> constructor.getParameterCount() == 0);
        if (!there || !Modifier.isPublic(domain.getClass().getModifiers())) {
            throw new IllegalArgumentException(
                    "expected a public class with a public constructor without parameters, as"
                            + " the class path needs it too, but it is "
                            + domain.getClass().getName());
        }
    }

    /** Returns the trace of the other process. */
    static List<String> trace(Path folder, Domain domain, Map<String, String> settings, List<Moment> history)
            throws IOException {
        Path asked = folder.resolve("history");
        Path answered = folder.resolve("trace");
        Path said = folder.resolve("said");
        try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(asked))) {
            write(out, domain, settings, history);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(DIFFERENT);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OtherProcess.class.getName()));
        command.addAll(List.of(asked.toString(), answered.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new AssertionError(
                        "expected " + domain.name() + " to decide in another process, but:\n" + Files.readString(said));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        return Files.readAllLines(answered, UTF_8);
    }

    /** Returns the domain as it is configured at start: its caches depend on the heap, and its decisions must not. */
    static Domain configured(Domain domain, Map<String, String> settings) {
        return domain.withHeap(Runtime.getRuntime().maxMemory()).configured(new TreeMap<>(settings));
    }

    public static void main(String[] args) throws Exception {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(Path.of(args[0])))) {
            Constructor<?> constructor = Class.forName(in.readUTF()).getConstructor();
            Domain domain = (Domain) constructor.newInstance();
            Map<String, String> settings = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                settings.put(in.readUTF(), in.readUTF());
            }
            // settings may change the inputs
            Domain configured = configured(domain, settings);
            List<Moment> history = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                history.add(moment(configured, in));
            }
            TestLog log = TestLog.warm(configured);
            Files.write(Path.of(args[1]), Determinism.trace(log, history), UTF_8);
        }
    }

    private static void write(DataOutputStream out, Domain domain, Map<String, String> settings, List<Moment> history)
            throws IOException {
        out.writeUTF(domain.getClass().getName());
        out.writeInt(settings.size());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            out.writeUTF(setting.getKey());
            out.writeUTF(setting.getValue());
        }
        Domain configured = configured(domain, settings);
        out.writeInt(history.size());
        for (Moment moment : history) {
            out.writeLong(moment.time());
            SpecificRecord event = moment.event();
            out.writeBoolean(event != null);
            if (event != null) {
                Input<?> input = moment.input(configured);
                byte[] avro = AvroCodec.of(input.schema()).encode(event);
                out.writeUTF(input.topic());
                out.writeBoolean(moment.adopted());
                out.writeInt(avro.length);
                out.write(avro);
            }
        }
    }

    private static Moment moment(Domain domain, DataInputStream in) throws IOException {
        long time = in.readLong();
        if (!in.readBoolean()) {
            return Moment.tick(time);
        }
        String topic = in.readUTF();
        boolean adopted = in.readBoolean();
        Input<?> input = domain.inputs().stream()
                .filter(each -> each.topic().equals(topic))
                .findFirst()
                .orElseThrow();
        return new Moment(time, topic, AvroCodec.of(input.schema()).decode(in.readNBytes(in.readInt())), adopted);
    }
}
