package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Answer;
import dev.rota.engine.Answered;
import dev.rota.engine.Domain;
import dev.rota.engine.Inquiry;
import dev.rota.engine.Nullable;
import dev.rota.engine.Output;
import dev.rota.engine.Subject;
import dev.rota.pages.domain.Decided;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.index.EntryFilter;
import dev.rota.pages.index.TestEntries;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** Facts of a unit at random: each text is one of a few, and everything else is what its type allows. */
final class RandomFacts implements UnitFacts {

    private static final int RECORDS = 8;

    /** A record may contain others of its type, which contain no more. */
    private static final int DEPTH_MAX = 6;

    private final Domain domain;
    private final Random shape;
    private final Supplier<String> texts;
    private final List<Decided> newestFirst = new ArrayList<>();

    /** @param shape decides everything but the texts themselves */
    RandomFacts(Domain domain, Random shape, Supplier<String> texts) {
        this.domain = domain;
        this.shape = shape;
        this.texts = texts;
        for (Output<?> output : domain.outputs()) {
            for (int i = 0; i < RECORDS; i++) {
                SpecificRecord value = (SpecificRecord) value(output.schema(), 0);
                newestFirst.add(new Decided(
                        TestEntries.of(domain, output.topic(), unit(), FakeFacts.NOW - i, RECORDS - i, value), value));
            }
        }
    }

    private Object value(Schema schema, int depth) {
        return switch (schema.getType()) {
            case RECORD -> {
                IndexedRecord record = (IndexedRecord) SpecificData.get().newRecord(null, schema);
                schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema(), depth + 1)));
                yield record;
            }
            case ARRAY -> {
                List<Object> values = new ArrayList<>();
                for (int i = depth > DEPTH_MAX ? 0 : shape.nextInt(3); i > 0; i--) {
                    values.add(value(schema.getElementType(), depth + 1));
                }
                yield values;
            }
            // What may be absent is there: some combinations of absences never occur.
            case UNION -> {
                List<Schema> present = schema.getTypes().stream()
                        .filter(type -> type.getType() != Schema.Type.NULL)
                        .toList();
                yield value(present.get(shape.nextInt(present.size())), depth);
            }
            case ENUM ->
                SpecificData.get()
                        .createEnum(
                                schema.getEnumSymbols()
                                        .get(shape.nextInt(
                                                schema.getEnumSymbols().size())),
                                schema);
            case STRING -> texts.get();
            case BYTES -> ByteBuffer.wrap(texts.get().getBytes(UTF_8));
            case INT -> shape.nextInt(4);
            case LONG -> (long) shape.nextInt(4);
            case DOUBLE -> shape.nextDouble();
            case BOOLEAN -> shape.nextBoolean();
            case NULL, MAP, FIXED, FLOAT -> throw new IllegalArgumentException(schema.toString());
        };
    }

    @Override
    public String domain() {
        return domain.name();
    }

    @Override
    public String unit() {
        return "unit";
    }

    @Override
    public long now() {
        return FakeFacts.NOW;
    }

    @Override
    public String parameter(String name) {
        return "";
    }

    @Override
    public <T> Live<T> live(String page, Class<T> type) {
        return new Live<>(type.cast(ViewMaker.ofRaw(shape, texts).make(type)), "");
    }

    @Override
    public String pageUrl(String page) {
        return Url.page(domain(), unit(), page);
    }

    @Override
    public @Nullable Answer explain(Subject subject) {
        return null;
    }

    @Override
    public @Nullable Answered replied(Inquiry.Asked asked) {
        return null;
    }

    @Override
    public List<Decided> newest(EntryFilter wanted, int most) {
        return newestFirst.stream()
                .filter(decided -> wanted.test(decided.entry()))
                .limit(most)
                .toList();
    }
}
