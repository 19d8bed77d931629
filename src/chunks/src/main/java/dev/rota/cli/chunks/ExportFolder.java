package dev.rota.cli.chunks;

import dev.rota.cli.io.WholeFile;
import dev.rota.cli.options.Unusable;
import dev.rota.engine.text.FileProblem;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;

/**
 * A folder with the current documents of one network. A program that copies or reads it at any time finds whole files, and
 * what the pointer names is there.
 */
final class ExportFolder {

    private static final String POINTER = "current.json";

    /** The files that are replaced by those of greater numbers, and what an interrupted writing has left of one. */
    private static final Pattern NUMBERED = Pattern.compile("(assignment-|routes-)(\\d{1,18})\\.json\\.gz(\\.part)?");

    private final Path folder;

    private ExportFolder(Path folder) {
        this.folder = folder;
    }

    /** Creates the folder if it is not there. It must not have the documents of another network. */
    static ExportFolder of(Path folder, String network) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new Unusable("expected --follow with a folder, but it is '" + folder + "'");
        }
        Path pointer = folder.resolve(POINTER);
        if (Files.exists(pointer)) {
            String owner = network(pointer);
            if (!network.equals(owner)) {
                throw new Unusable("expected a folder for network " + network + ", but " + pointer + " is of "
                        + (owner.isEmpty() ? "something else" : "network " + owner));
            }
        }
        return new ExportFolder(folder);
    }

    private static String network(Path pointer) {
        try {
            return PlainJson.parse(Files.readString(pointer)).path("network").asText("");
        } catch (NotPlainJson | IOException e) {
            return "";
        }
    }

    /** Writes documents in their order, each to its file as a whole, and deletes what they have replaced. */
    void write(Map<String, SpecificRecord> documents) {
        documents.forEach((name, document) -> WholeFile.replace(folder.resolve(name), ".part", part -> {
            JsonDocument.write(document, part, name);
            try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
                file.force(true);
            }
        }));
        documents.keySet().forEach(this::deleteBefore);
    }

    /** Deletes the files of a kind that are older than the one that was written and the latest whole one before it. */
    private void deleteBefore(String written) {
        Matcher current = NUMBERED.matcher(written);
        if (!current.matches()) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            Stream<MatchResult> older = files.map(file -> NUMBERED.matcher(String.valueOf(file.getFileName())))
                    .filter(file ->
                            file.matches() && file.group(1).equals(current.group(1)) && number(file) < number(current))
                    .map(Matcher::toMatchResult)
                    .sorted(Comparator.comparing(ExportFolder::number).reversed());
            boolean isKept = false;
            for (MatchResult file : older.toList()) {
                if (isKept || file.group(3) != null) {
                    Files.deleteIfExists(folder.resolve(file.group()));
                } else {
                    isKept = true;
                }
            }
        } catch (IOException e) {
            throw new Unusable(
                    "expected to delete old files in " + folder + ", but they cannot be (" + FileProblem.of(e) + ")");
        }
    }

    private static long number(MatchResult file) {
        return Long.parseLong(file.group(2));
    }
}
