package dev.rota.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.engine.schema.Avro;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/**
 * Checks that every string field of an input is an id, which is refused if it contains an ESC, except those listed as
 * free text.
 */
class UnsafeIdsTest {

    private static final List<Domain> DOMAINS = InstalledDomains.all();

    /** Messages of people or programs, and fields with another format. */
    private static final Set<String> FREE_TEXT = Set.of(
            "LeaseReport.status",
            "WorkerFlagged.why",
            "WorkerDraining.why",
            "BatchExecuted.error",
            "Receipt.reason",
            "Header.name",
            "SessionChange.randomness");

    /** Fields of which a record contains at most one. */
    private static final Set<String> ONE_OF = Set.of("Operation.bot", "Operation.instance");

    /** The index, in the order of creation, of the string field that should contain an ESC; -1 for none. */
    private int unsafe;

    private int strings;
    private int branch;
    private String field = "";

    @Test
    void shouldRefuseAnEscInEveryId() {
        Set<String> checked = new TreeSet<>();
        for (Domain domain : DOMAINS) {
            for (Input<?> input : domain.inputs()) {
                for (branch = 0; branch < branches(input.schema()); branch++) {
                    unsafe = -1;
                    SpecificRecord safe = make(input.schema());
                    assertThatCode(() -> input.unit(safe)).as("%s", safe).doesNotThrowAnyException();
                    int all = strings;
                    for (int i = 0; i < all; i++) {
                        unsafe = i;
                        SpecificRecord record = make(input.schema());
                        if (!FREE_TEXT.contains(field)) {
                            checked.add(field);
                            assertThatThrownBy(() -> input.unit(record))
                                    .as("%s of %s", field, input.topic())
                                    .isInstanceOfSatisfying(
                                            RefusedException.class,
                                            refused ->
                                                    assertThat(refused.reason()).isEqualTo(IntakeReason.VALUE_INVALID))
                                    .hasMessageContaining("\\u001b");
                        }
                    }
                }
            }
        }
        assertThat(checked)
                .contains("Claim.collator", "SessionChange.validators", "BotEvent.labels", "Property.name")
                .contains("Chunk.id", "ChunksRemoved.ids", "Receipt.transaction", "BlockEnvironment.sequencer");
    }

    private static int branches(Schema schema) {
        Schema.Field event = schema.getField("event");
        return event == null ? 1 : event.schema().getTypes().size();
    }

    private SpecificRecord make(Schema schema) {
        strings = 0;
        field = "";
        return record(schema);
    }

    private SpecificRecord record(Schema schema) {
        SpecificRecord record = (SpecificRecord) Avro.DATA.newRecord(null, schema);
        for (Schema.Field each : schema.getFields()) {
            record.put(each.pos(), value(each.schema(), schema.getName() + "." + each.name()));
        }
        return record;
    }

    private @Nullable Object value(Schema schema, String name) {
        return switch (schema.getType()) {
            case RECORD -> record(schema);
            case ENUM -> Avro.DATA.createEnum(schema.getEnumSymbols().get(0), schema);
            case ARRAY -> new ArrayList<>(Collections.singletonList(value(schema.getElementType(), name)));
            case UNION -> {
                List<Schema> present = schema.getTypes().stream()
                        .filter(type -> type.getType() != Schema.Type.NULL)
                        .toList();
                Object value = value(present.get(name.endsWith(".event") ? branch : 0), name);
                yield ONE_OF.contains(name) && !name.equals(field) ? null : value;
            }
            case STRING -> {
                boolean here = strings++ == unsafe;
                field = here ? name : field;
                yield here ? "default\u001b[2J" : name.endsWith("label") ? "unknown" : "default";
            }
            case BYTES -> ByteBuffer.allocate(1);
            case INT -> 1;
            case LONG -> 1L;
            case DOUBLE -> 1d;
            case BOOLEAN -> false;
            default -> throw new IllegalStateException("expected no " + schema + " in an input");
        };
    }
}
