package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.Domain;
import dev.rota.engine.TableType;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.schema.Avro;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows of one format number have one set of schemas. Stores distinguish older from newer builds by the number alone, so
 * a changed row requires a new one. Unreleased formats may change: enter their digest again.
 */
class RowNumbersTest {

    private static final List<Domain> DOMAINS = InstalledDomains.all();

    @ParameterizedTest
    @CsvSource({
        "engine, 1, d4a94dd6093780f063ab4d5322218d732e36fa9c4157cb2c331be2874d1f0310",
        "cores, 1, 09c6060ae9967b4ede9657307380a38bd6c7a5dcbb8de2b4daf57108927c318c",
        "jobs, 4, 547ca92375d5b654c466a54ce753555a2efa7e299aab94329154d31e22304aa9",
        "chunks, 1, 5376c744e0f26dd58536ef021268f36c9b55cbf0306fab594012ba19e6bf1c5f",
        "shards, 5, 7b0c2db0f4b7373ee1151dddd0fc1639a6e33a1354cc99363e10d9d3588b741e",
    })
    void shouldHaveOneSetOfSchemasForOneNumber(String whose, int format, String digest) throws Exception {
        Domain domain = DOMAINS.stream()
                .filter(one -> one.name().equals(whose))
                .findFirst()
                .orElse(DOMAINS.get(0));
        RowLayout layout = RowLayout.of(domain);
        boolean engine = whose.equals("engine");
        SortedMap<Integer, Schema> schemas = engine
                ? layout.schemas().headMap(TableType.DOMAIN_NUMBER_MIN)
                : layout.schemas().tailMap(TableType.DOMAIN_NUMBER_MIN);
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        schemas.forEach((table, schema) -> {
            sha256.update(table.byteValue());
            sha256.update(Avro.fingerprint(schema));
        });

        assertThat(engine ? layout.engineFormat() : layout.domainFormat()).isEqualTo(format);
        assertThat(HexFormat.of().formatHex(sha256.digest()))
                .as("rows of format " + format + " had these schemas; others need format " + (format + 1))
                .isEqualTo(digest);
    }
}
