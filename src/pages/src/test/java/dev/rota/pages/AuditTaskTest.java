package dev.rota.pages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Audits are found again by domain and unit, and a unit may have any name. */
class AuditTaskTest {

    @Test
    void shouldNotTakeAnAuditForThatOfAnotherUnit() {
        assertThat(id("a/b"))
                .startsWith(AuditTask.prefix("shards", "a/b"))
                .doesNotStartWith(AuditTask.prefix("shards", "a"));
        assertThat(id("/b"))
                .as("an audit of all units has no unit's name")
                .doesNotStartWith(AuditTask.prefix("shards", ""));
        assertThat(id("default")).startsWith("audit/shards/default/");
    }

    private static String id(String unit) {
        return AuditTask.prefix("shards", unit) + 1_000;
    }
}
