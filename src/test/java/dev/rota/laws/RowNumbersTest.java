package dev.rota.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.chunks.ChunksDomain;
import dev.rota.cores.CoresDomain;
import dev.rota.engine.Avro;
import dev.rota.engine.Domain;
import dev.rota.engine.RowLayout;
import dev.rota.engine.TableType;
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
        "engine, 1, 1c187afd10da900f4a7798d83da759624430c970cfa78f5a992118a144d3983e",
        "cores, 1, 5d2048a37b13ac15a0ee1f01226be003e1601ed433a8cb324975178fe4f73f4c",
        "jobs, 1, dd91b2b5bef646c76673a6bb309669c3e0bcf8b14c8c765e51f7a4117f7e0207",
        "chunks, 1, d16928fe8095acde47b68e4ab65d04cbb4b3f8b57cc9520906b62aa2915dfb82",
        "shards, 1, 9fd5f9c0aae254de47665fd81f8464503fb3774e495c53c2e32bfbd68eb96229",
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
