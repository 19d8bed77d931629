package dev.rota.engine.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaRulesTest {

    private static final String TEXT = "{'type': 'string', 'avro.java.string': 'String'}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "TEXT                                                              |             |             |",
                "'string'                                                          | as a String | as a String | as a String",
                "{'type': 'map', 'values': 'int'}                                  | is a map    | is a map    | is a map",
                "{'type': 'array', 'items': {'type': 'map', 'values': 'int'}}      | is a map    | is a map    | is a map",
                "'double'                                                          |             | is a float  |",
                "['null', 'float']                                                 |             | is a float  |",
                "['int', 'long']                                                   | not all records | not all records | not all records",
                "[{'type': 'record', 'name': 'A', 'fields': []}, {'type': 'record', 'name': 'B', 'fields': []}] | | |",
                "{'type': 'long', 'logicalType': 'timestamp-millis'}               | logical type | logical type | logical type",
                "{'type': 'enum', 'name': 'E', 'symbols': ['A']}                   | default symbol | default symbol |",
                "{'type': 'enum', 'name': 'E', 'symbols': ['A'], 'default': 'A'}   |             |             |",
            })
    void shouldFindTheFault(String type, String ofInput, String ofOutput, String ofRow) {
        Schema schema = new Schema.Parser()
                .parse(("{'type': 'record', 'name': 'R', 'namespace': 'office', 'fields': [{'name': 'f', 'type': "
                                + type.replace("TEXT", TEXT) + "}]}")
                        .replace('\'', '"'));

        assertThat(SchemaRules.ofInput(schema).orElse("")).contains(ofInput == null ? "" : ofInput);
        assertThat(SchemaRules.ofInput(schema).isPresent()).isEqualTo(ofInput != null);
        assertThat(SchemaRules.ofOutput(schema).orElse("")).contains(ofOutput == null ? "" : ofOutput);
        assertThat(SchemaRules.ofOutput(schema).isPresent()).isEqualTo(ofOutput != null);
        assertThat(SchemaRules.ofRow(schema).orElse("")).contains(ofRow == null ? "" : ofRow);
        assertThat(SchemaRules.ofRow(schema).isPresent()).isEqualTo(ofRow != null);
    }
}
