package dev.rota.pages.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rota.cores.CoresConfig;
import dev.rota.engine.Domain;
import dev.rota.jobs.CohortPolicy;
import dev.rota.jobs.scheduler.JobsDomain;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.WhatIfFields;
import dev.rota.pages.domain.cores.CoresPages;
import dev.rota.pages.domain.jobs.JobsPages;
import dev.rota.pages.domain.shards.ShardsPages;
import dev.rota.shards.PoolPolicy;
import dev.rota.whatif.Question;
import dev.rota.whatif.WhatIf;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A form becomes a question, an address that repeats it, or a sentence that says what is wrong. */
class AskedTest {

    private final Domain jobs = new JobsDomain();

    @Test
    void shouldTurnFieldsIntoLines() throws Exception {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("policy.assigner", "COHORT");
        form.put("policy.priorityPercentage", " 50 ");
        form.put("instance", "a \"quoted\" one");
        form.put("min", "1");
        form.put("max", "2");
        form.put("count", "3");
        form.put("parties", "fewer");
        form.put("like", "bot-1");
        form.put("load", "2");
        form.put("change", "{\"leaves\":\"bot-9\"}\r\n\r\n");
        form.put("from", "1000");
        form.put("to", "+10m");
        form.put("runs", "3");

        Asked asked = asked(form);

        assertThat(asked.lines())
                .containsExactly(
                        "{\"leaves\":\"bot-9\"}",
                        "{\"policy\":{\"assigner\":\"COHORT\",\"priorityPercentage\":50}}",
                        "{\"quota\":{\"instance\":\"a \\\"quoted\\\" one\",\"min\":1,\"max\":2}}",
                        "{\"fewer\":3,\"like\":\"bot-1\"}",
                        "{\"load\":2}");
        Question question = asked.question(jobs, Objects.requireNonNull(WhatIf.model(jobs)), "default");
        assertThat(question.from()).isEqualTo(1_000);
        assertThat(question.to()).isEqualTo(600_000);
        assertThat(question.toAfterFrom()).isTrue();
        assertThat(question.runs()).isEqualTo(3);
        assertThat(asked.command("jobs", "it's"))
                .isEqualTo("rota what-if jobs --unit 'it'\\''s' --change change.jsonl --from 1000 --to +10m --runs 3");
    }

    @Test
    void shouldRepeatItselfByItsAddress() {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("change", "{\"leaves\":\"a&b=c#ü\"}\n{\"load\":2}");
        form.put("to", "+10m");
        Asked asked = asked(form);
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String parameter :
                asked.url("jobs", "default").replaceAll(".*\\?", "").split("&", -1)) {
            String[] parts = parameter.split("=", 2);
            parameters.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
        }

        assertThat(asked(parameters)).isEqualTo(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "change   | nonsense              | line 1: ",
                "change   | {\"mroe\": 1}         | expected policy, quota, more",
                "change   | {\"more\": 1}         | expected like to be a text, but it is missing",
                "policy.priorityPercentage | half | policy: ",
                "policy.preemptionDelayMs | 99999999999999999999 | policy: ",
                "max      | many                  | expected ",
                "count    | 0                     | expected more to be a number from 1 to 1000",
                "load     | two                   | expected load to be a number",
                "from     | yesterday             | from: ",
                "to       | +ever                 | to: ",
                "to       | 5                     | expected an end after the beginning",
                "runs     | 21                    | expected runs from 1 to 20",
                "runs     | -1                    | expected runs from 1 to 20",
                "change   | {\"load\":100}; {\"load\":100}  | at most 200 times over all lines and runs, but with 1 run of 10000 it",
            })
    void shouldSayWhatIsWrong(String field, String value, String sentence) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("change", field.equals("change") ? value : "{\"load\":2}");
        form.put("from", "10");
        form.put(field, value.replace("; ", "\n"));
        form.put("like", field.equals("count") ? "bot-1" : "");

        assertThatThrownBy(() -> asked(form).question(jobs, Objects.requireNonNull(WhatIf.model(jobs)), "default"))
                .isInstanceOf(BadQuestion.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldAskNothingWithoutAChange() {
        assertThatThrownBy(() -> asked(Map.of()).question(jobs, Objects.requireNonNull(WhatIf.model(jobs)), "default"))
                .hasMessage("expected a change, but there is none");
    }

    @Test
    void shouldTakeNoChangeThatFitsIntoNoAddress() {
        Map<String, String> form = Map.of("change", "{\"leaves\":\"" + "x".repeat(10_000) + "\"}");

        assertThatThrownBy(() -> asked(form).question(jobs, Objects.requireNonNull(WhatIf.model(jobs)), "default"))
                .hasMessageContaining("fits into an address");
    }

    /** The fields of the forms are fields of the policies. */
    @Test
    void shouldNameFieldsThatExist() {
        for (WhatIfFields.Field field : fields(new JobsPages()).policy()) {
            assertThat(CohortPolicy.getClassSchema().getField(field.name()))
                    .as(field.name())
                    .isNotNull();
        }
        for (WhatIfFields.Field field : fields(new ShardsPages()).policy()) {
            assertThat(PoolPolicy.getClassSchema().getField(field.name()))
                    .as(field.name())
                    .isNotNull();
        }
        for (WhatIfFields.Field field : fields(new CoresPages()).policy()) {
            assertThat(CoresConfig.getClassSchema().getField(field.name()))
                    .as(field.name())
                    .isNotNull();
        }
    }

    private static Asked asked(Map<String, String> form) {
        return Asked.of(
                name -> form.getOrDefault(name, ""),
                SimpleChanges.lines(fields(new JobsPages()), name -> form.getOrDefault(name, "")));
    }

    private static WhatIfFields fields(DomainPages pages) {
        return Objects.requireNonNull(pages.whatIf());
    }
}
