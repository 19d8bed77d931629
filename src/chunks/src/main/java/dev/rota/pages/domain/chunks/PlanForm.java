package dev.rota.pages.domain.chunks;

import dev.rota.engine.Domain;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.pages.NoPage;
import dev.rota.pages.Show;
import dev.rota.pages.TextDigest;
import dev.rota.pages.Url;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Live;
import dev.rota.pages.domain.Question;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The form that asks for the changes of the next epoch under assumptions, like {@code chunks plan}. */
final class PlanForm {

    static final String PLAN = "plan";

    private static final String POLICY_PAGE = "policy.json";
    private static final String POLICIES = "chunks.policies";
    private static final List<String> WORDS = List.of("remove", "add", "drain");

    /** The number of characters of a policy up to which the form shows it, and the number of workers in an answer. */
    private static final int POLICY_MAX = 20_000;

    private static final int WORKERS_MAX = 1_000;

    private PlanForm() {}

    /** Returns the address of the form. */
    static String url(String network) {
        return Url.of("/state", "domain", ChunksPages.DOMAIN, "unit", network, DomainPages.ASK, PLAN);
    }

    static PlanView view(UnitFacts facts) {
        Live<String> live = facts.live(POLICY_PAGE, String.class);
        String policy = live.isThere() ? Show.json(pretty(live.page())) : "";
        boolean fits = policy.length() <= POLICY_MAX;
        return new PlanView(
                facts.unit(),
                fits ? policy : "",
                fits ? digest(policy) : "",
                live.isThere() ? fits ? "" : "The policy in force is too long to be shown here." : "");
    }

    private static String pretty(String json) {
        try {
            return PlainJson.parse(json).toPrettyString();
        } catch (NotPlainJson e) {
            return json;
        }
    }

    /** Returns the question that was filled in. A policy that was not changed in the form is not an assumption. */
    static Question question(Domain domain, String network, UnaryOperator<String> form) throws NoPage {
        TreeMap<String, List<String>> words = new TreeMap<>();
        List<String> told = new ArrayList<>();
        for (String word : WORDS) {
            List<String> lines = form.apply(word)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
            if (lines.size() > WORKERS_MAX) {
                throw NoPage.wrong(
                        "expected at most " + WORKERS_MAX + " workers to " + word + ", but there are " + lines.size());
            }
            words.put(word, lines);
            if (!lines.isEmpty()) {
                told.add(word + " " + (lines.size() == 1 ? lines.get(0) : lines.size() + " workers"));
            }
        }
        List<SpecificRecord> assumed = new ArrayList<>();
        String policy = form.apply("policy");
        if (!policy.isBlank() && !digest(policy).equals(form.apply("shown"))) {
            assumed.add(policy(domain, policy));
            told.add("another policy");
        }
        return new Question(
                "What if: " + (told.isEmpty() ? "the next epoch came now" : String.join(", ", told)),
                url(network),
                new Inquiry.Asked(PLAN, words, assumed));
    }

    private static SpecificRecord policy(Domain domain, String text) throws NoPage {
        for (Input<?> input : domain.inputs()) {
            if (input.topic().equals(POLICIES)) {
                try {
                    return PlainJson.read(input.schema(), PlainJson.parse(text));
                } catch (NotPlainJson e) {
                    throw NoPage.wrong("the policy: " + Show.text(e.sentence()));
                }
            }
        }
        throw new IllegalStateException("expected the input " + POLICIES + ", but there is none");
    }

    /** Returns the digest of a text without its white space, since browsers change line breaks. */
    private static String digest(String text) {
        return TextDigest.of(text.replaceAll("\\s", ""));
    }
}
