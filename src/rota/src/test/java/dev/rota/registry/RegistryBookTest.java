package dev.rota.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.registry.Journal.Entry;
import dev.rota.registry.RegistryBook.Version;
import dev.rota.testing.Dice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.SchemaBuilder.FieldAssembler;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Registers schemas with several registries at once, which share one journal, in all orders that may happen. */
class RegistryBookTest {

    private static final List<String> SUBJECTS = List.of("a-value", "b-value");
    private static final int BOOKS = 3;
    private static final int STEPS = 300;

    /** The entries of all, as the topic has them. */
    private final List<Entry> entries = new ArrayList<>();

    private final List<RegistryBook> books = new ArrayList<>();

    /** The registrations by other registries after one has read the journal and before it appends its entry. */
    private Runnable meanwhile = () -> {};

    private final class SharedJournal implements Journal {

        private int read;

        @Override
        public void readNew(Consumer<Entry> reader) {
            while (read < entries.size()) {
                reader.accept(entries.get(read++));
            }
        }

        @Override
        public void append(Entry entry) {
            Runnable registrations = meanwhile;
            meanwhile = () -> {};
            registrations.run();
            entries.add(entry);
        }

        @Override
        public void close() {
            // nothing is kept
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldAgreeOnVersionsAndIds(int seed) throws Exception {
        // given
        Dice dice = new Dice(seed);
        for (int i = 0; i < BOOKS; i++) {
            books.add(RegistryBook.open(new SharedJournal(), false));
        }
        Map<String, Integer> answered = new LinkedHashMap<>();
        int refused = 0;

        // when
        for (int step = 0; step < STEPS; step++) {
            if (dice.oneIn(2)) {
                meanwhile = () -> register(dice, answered);
            }
            refused += register(dice, answered) ? 0 : 1;
            meanwhile = () -> {};
            if (dice.oneIn(20)) {
                books.set(dice.below(BOOKS), RegistryBook.open(new SharedJournal(), false));
            }
        }

        // then
        Set<String> ranked = new LinkedHashSet<>();
        Map<String, List<String>> versions = new LinkedHashMap<>();
        for (Entry entry : entries) {
            List<String> before = versions.computeIfAbsent(entry.subject(), subject -> new ArrayList<>());
            if (entry.version() == before.size() + 1 && !before.contains(entry.schema())) {
                before.add(entry.schema());
                ranked.add(entry.schema());
            }
        }
        assertThat(refused).isPositive();
        assertThat(entries)
                .hasSizeGreaterThan(
                        versions.values().stream().mapToInt(List::size).sum());
        List<String> byId = List.copyOf(ranked);
        for (RegistryBook book : books) {
            assertThat(book.subjects()).containsExactlyInAnyOrderElementsOf(versions.keySet());
            for (String subject : book.subjects()) {
                assertThat(book.versions(subject)).extracting(Version::schema).isEqualTo(versions.get(subject));
                assertReadable(book.versions(subject));
            }
            for (int id = 1; id <= byId.size(); id++) {
                assertThat(book.schema(String.valueOf(id))).isEqualTo(byId.get(id - 1));
            }
        }
        answered.forEach((schema, id) -> assertThat(byId.get(id - 1)).isEqualTo(schema));
    }

    /** Returns whether some registry has accepted some schema. */
    private boolean register(Dice dice, Map<String, Integer> answered) {
        Schema schema = schema(dice);
        try {
            int id = books.get(dice.below(BOOKS))
                    .register(SUBJECTS.get(dice.below(SUBJECTS.size())), schema)
                    .id();
            Integer before = answered.put(schema.toString(), id);
            assertThat(before == null || before == id).isTrue();
            return true;
        } catch (RegistryError e) {
            assertThat(e.code()).isEqualTo(409);
            return false;
        }
    }

    /** Returns a record with some of eight fields, some of which have defaults. */
    private static Schema schema(Dice dice) {
        FieldAssembler<Schema> fields = SchemaBuilder.record("R").fields();
        for (int i = 0; i < 8; i++) {
            fields = switch (dice.below(12)) {
                case 0 -> fields.requiredInt("f" + i);
                case 1, 2, 3, 4, 5 -> fields.name("f" + i).type().intType().intDefault(0);
                default -> fields;
            };
        }
        return fields.endRecord();
    }

    private static void assertReadable(List<Version> versions) {
        for (int i = 1; i < versions.size(); i++) {
            Schema writer = new Schema.Parser().parse(versions.get(i - 1).schema());
            Schema reader = new Schema.Parser().parse(versions.get(i).schema());
            assertThat(SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                            .getType())
                    .isEqualTo(SchemaCompatibilityType.COMPATIBLE);
        }
    }
}
