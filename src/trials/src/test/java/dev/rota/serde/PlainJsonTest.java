package dev.rota.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.engine.schema.AvroCodec;
import dev.rota.trials.Seeded;
import java.util.List;
import java.util.Locale;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {

    private static final String EVERYTHING = "{\"flag\":true,\"small\":1,\"large\":2,\"ratio\":0.5,\"exact\":3,"
            + "\"text\":\"t\",\"payload\":\"AAE=\",\"hash\":\"AAECAw==\",\"colour\":\"GREEN\","
            + "\"event\":{\"Opened\":{}}}";

    @Seeded(300)
    void shouldReadBackWhatItWrote(long seed) throws NotPlainJson {
        for (Schema schema : List.of(Everything.getClassSchema(), BlockEvent.getClassSchema())) {
            // given
            SpecificRecord record = new RandomRecords(seed).of(schema);

            // when
            String text = PlainJson.write(record);
            SpecificRecord back = PlainJson.read(schema, PlainJson.parse(text));

            // then
            assertThat(back).isEqualTo(record);
            assertThat(PlainJson.write(back)).isEqualTo(text).doesNotContain("\n");
            AvroCodec<SpecificRecord> codec = AvroCodec.of(schema);
            assertThat(PlainJson.write(codec.decode(codec.encode(back)))).isEqualTo(text);
        }
    }

    @Test
    void shouldWriteTheFormOfTheContract() {
        // given
        var event = new BlockEvent("polka", 7L, new BlockStarted(List.of(1), null), null);

        // when
        String text = PlainJson.write(event);

        // then
        assertThat(text)
                .isEqualTo("{\"chain\":\"polka\",\"number\":7,"
                        + "\"event\":{\"BlockStarted\":{\"concluded\":[1],\"timedOut\":null}},\"force\":null}");
    }

    @Test
    void shouldGiveMissingFieldsTheirDefaults() throws NotPlainJson {
        // when
        Everything record = PlainJson.read(Everything.class, EVERYTHING);

        // then
        assertThat(record.getNumbers()).containsExactly(1L, 2L);
        assertThat(record.getUsually()).isEqualTo("yes");
        assertThat(record.getMaybe()).isNull();
        assertThat(record.getExact()).isEqualTo(3.0);
        assertThat(record.getEvent()).isEqualTo(new Opened("nobody"));
    }

    @Test
    void shouldGiveEachRecordDefaultsOfItsOwn() throws NotPlainJson {
        // given
        Everything first = PlainJson.read(Everything.class, EVERYTHING);

        // when
        first.getNumbers().add(3L);

        // then
        assertThat(PlainJson.read(Everything.class, EVERYTHING).getNumbers()).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "\"small\":1 ~ \"small\":\"1\" ~ expected small to be an int, but it is a string",
                "\"small\":1 ~ \"small\":1.0 ~ expected small to be an int, but it is 1.0",
                "\"small\":1 ~ \"small\":2147483648 ~ expected small to be an int, but it is 2147483648",
                "\"large\":2 ~ \"large\":9223372036854775808 ~ expected large to be a long, but it is 9223372036854775808",
                "\"large\":2 ~ \"large\":null ~ expected large to be a long, but it is null",
                "\"exact\":3 ~ \"exact\":1e999 ~ expected exact to be a double (or the string NaN, Infinity or -Infinity), but it is Infinity",
                "\"exact\":3 ~ \"exact\":\"nan\" ~ expected exact to be a double (or the string NaN, Infinity or -Infinity), but it is a string",
                "\"ratio\":0.5 ~ \"ratio\":1e39 ~ expected ratio to be a float (or the string NaN, Infinity or -Infinity), but it is 1.0E39",
                "\"flag\":true ~ \"flag\":1 ~ expected flag to be true or false, but it is 1",
                "\"text\":\"t\" ~ \"text\":5 ~ expected text to be a string, but it is 5",
                "\"text\":\"t\" ~ \"text\":\"\\ud800\" ~ expected text to be Unicode, but it has half of a surrogate pair",
                "\"payload\":\"AAE=\" ~ \"payload\":\"%\" ~ expected payload to be base64, but it is %",
                "\"hash\":\"AAECAw==\" ~ \"hash\":\"AAE=\" ~ expected hash to be 4 bytes, but it is 2",
                "\"GREEN\" ~ \"BLUE\" ~ expected colour to be one of RED, GREEN, but it is BLUE",
                "{\"Opened\":{}} ~ {} ~ expected event to be an object with one member of Opened, Closed, but it is an object with 0 members",
                "{\"Opened\":{}} ~ null ~ expected event to be an object with one member of Opened, Closed, but it is null",
                "{\"Opened\":{}} ~ {\"Ajar\":{}} ~ expected event to be one of Opened, Closed, but it is Ajar",
                "{\"Opened\":{}} ~ {\"Closed\":{}} ~ expected event.Closed to have a field parts, but there is none",
                "{\"Opened\":{}} ~ {\"Closed\":{\"parts\":{}}} ~ expected event.Closed.parts to be an array, but it is an object with 0 members",
                "{\"Opened\":{}} ~ {\"Closed\":{\"parts\":[{\"size\":1},{\"size\":[]}]}} ~ expected event.Closed.parts[1].size to be an int, but it is an array",
                "{\"Opened\":{}} ~ {\"Opened\":{\"from\":1}} ~ expected event.Opened to have only the fields by, but it has from",
            })
    void shouldSayWhereAndWhat(String good, String bad, String sentence) {
        // given
        String text = EVERYTHING.replace(good, bad);
        assertThat(text).isNotEqualTo(EVERYTHING);

        // then
        assertThatThrownBy(() -> PlainJson.read(Everything.class, text))
                .isInstanceOf(NotPlainJson.class)
                .hasMessage(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "`` ~ expected JSON, but the line is empty",
                "[] ~ expected the value to be an object, but it is an array",
                "{} ~ expected the value to have a field chain, but there is none",
                "{\"chain\":\"a\",\"chain\":\"b\"} ~ expected JSON, but at column 21: Duplicate field 'chain'",
                "{} {} ~ expected one JSON value, but at column 4: more follows",
                "{\"number\":NaN} ~ expected JSON, but at column 14: Non-standard token 'NaN'",
                "{\"number\":1 ~ expected JSON, but at column 12: Unexpected end-of-input: expected close marker for Object (start marker at column 1)",
                "{\"number\": ~ expected JSON, but at column 11: Unexpected end-of-input",
            })
    void shouldRefuseWhatIsNoRecordAtAll(String text, String sentence) {
        assertThatThrownBy(() -> PlainJson.read(BlockEvent.class, text))
                .isInstanceOf(NotPlainJson.class)
                .hasMessageStartingWith(sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity"})
    void shouldWriteNumbersThatJsonDoesNotHaveAsStrings(String number) throws NotPlainJson {
        // given
        Everything record = PlainJson.read(Everything.class, EVERYTHING);
        record.put("exact", Double.valueOf(number));
        record.put("ratio", Float.valueOf(number));

        // then
        String text = PlainJson.write(record);
        assertThat(text).contains("\"exact\":\"" + number + "\"").contains("\"ratio\":\"" + number + "\"");
        assertThat(PlainJson.write(PlainJson.read(Everything.class, text))).isEqualTo(text);
    }

    @Test
    void shouldEscapeTerminalControlCharacters() throws NotPlainJson {
        // given
        Everything record = PlainJson.read(Everything.class, EVERYTHING);
        String unsafe = "\u001b[2J\u007f\u0085\u061c\u200e\u2028\u202e\u2066";
        record.put("text", unsafe + "\uD83D\uDC0E\u00e9");

        // then
        String text = PlainJson.write(record);
        assertThat(text.toLowerCase(Locale.ROOT))
                .contains("\\u001b[2j\\u007f\\u0085\\u061c\\u200e\\u2028\\u202e\\u2066\uD83D\uDC0E\u00e9");
        assertThat(PlainJson.read(Everything.class, text)).isEqualTo(record);
    }
}
