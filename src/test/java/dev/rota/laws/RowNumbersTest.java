package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Domain;
import dev.rota.engine.TableType;
import dev.rota.engine.rows.RowLayout;
import dev.rota.engine.schema.Avro;
import dev.rota.jobs.JobsDomain;
import dev.rota.shards.ShardsDomain;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows of one format number have one set of schemas. Stores tell an older build from a newer one by the number alone,
 * so a changed row needs a new one. Formats that no release had may change: enter their digest anew.
 */
class RowNumbersTest {

    private static final List<Domain> DOMAINS =
            List.of(new CoresDomain(), new JobsDomain(), new ChunksDomain(), new ShardsDomain());

    @ParameterizedTest
    @CsvSource({
        "engine, 1, f3eb229e0a58b82b0443570fd93149300421754d8d82c762effb59c6356785ba",
        "cores, 1, 09c6060ae9967b4ede9657307380a38bd6c7a5dcbb8de2b4daf57108927c318c",
        "jobs, 1, 672fcacc44da710b2541d771b5bd3c29777d258da7065b40af4d1970a8028f38",
        "chunks, 1, 90291a4c4b96974ecb3a8f6fef1b14a5edf7b2b9e1d7858520fbce844ed41813",
        "shards, 1, 0e99ec3b639b6ef1a227bd61bfa7cb3b36794c65ad9798fe39f41a06a6d09054",
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
