package dev.rota.pages.whatif;

import dev.rota.engine.Domain;
import dev.rota.pages.Show;
import dev.rota.pages.Url;
import dev.rota.whatif.Question;
import dev.rota.whatif.TimeRange;
import dev.rota.whatif.WorldLimits;
import dev.rota.whatif.change.BadChange;
import dev.rota.workload.whatif.PartyModel;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The texts of a form. They fit into an address, by which the question can be repeated.
 *
 * @param change the change, a line of JSON each
 * @param from the beginning of the time, as {@link TimeRange} reads it; may be empty
 * @param to the end of the time; may be empty
 * @param runs how often the worlds are decided; may be empty
 */
public record Asked(String change, String from, String to, String runs) {

    /** The number of characters of an address that servers take for certain. */
    private static final int URL_MAX = 6_000;

    /** The number of runs whose figures are kept. */
    private static final int RUNS_MAX = 20;

    static final String PATH = "/what-if";

    /**
     * Returns what a form asks.
     *
     * @param simple the lines that its simple fields add to the change
     */
    public static Asked of(UnaryOperator<String> form, List<String> simple) {
        StringBuilder change = new StringBuilder(
                form.apply("change").lines().filter(line -> !line.isBlank()).reduce("", Asked::joined));
        simple.forEach(line -> change.append(change.isEmpty() ? "" : "\n").append(line));
        return new Asked(
                change.toString(),
                form.apply("from").strip(),
                form.apply("to").strip(),
                form.apply("runs").strip());
    }

    private static String joined(String before, String line) {
        return before.isEmpty() ? line.strip() : before + "\n" + line.strip();
    }

    /** Returns whether nothing is asked. */
    public boolean isEmpty() {
        return (change + from + to + runs).isEmpty();
    }

    /** Returns the same for a page, with escapes in place of characters that could reorder or hide text. */
    public Asked shown() {
        return new Asked(Show.json(change), Show.text(from), Show.text(to), Show.text(runs));
    }

    public List<String> lines() {
        return change.lines().toList();
    }

    /** Returns the address of the form that is filled in like this one. */
    public String url(String domain, String unit) {
        return Url.of(PATH, "domain", domain, "unit", unit, "change", change, "from", from, "to", to, "runs", runs);
    }

    /** Returns the question, if it can be answered as far as can be told without the record. */
    public Question question(Domain domain, PartyModel model, String unit) throws BadQuestion {
        if (url(domain.name(), unit).length() > URL_MAX) {
            throw new BadQuestion(
                    "expected a change that fits into an address, but it is too long: 'rota what-if --change' takes any");
        }
        if (change.isEmpty()) {
            throw new BadQuestion("expected a change, but there is none");
        }
        try {
            TimeRange range = TimeRange.of(from, to);
            Long begin = range.from();
            Long end = range.to();
            if (begin != null && end != null && !range.toAfterFrom() && end < begin) {
                throw new BadQuestion(
                        "expected an end after the beginning, " + Show.time(begin) + ", but it is " + Show.time(end));
            }
            Question question = new Question(
                    unit,
                    begin,
                    range.fromEnd(),
                    end,
                    range.toAfterFrom(),
                    List.of(lines()),
                    numberOfRuns(),
                    null,
                    null,
                    true,
                    WorldLimits.PAGES);
            question.read(domain, model.vocabulary(), lines(), 0);
            return question;
        } catch (BadChange | TimeRange.BadTime e) {
            throw new BadQuestion(Show.text(String.valueOf(e.getMessage())));
        }
    }

    private int numberOfRuns() throws BadQuestion {
        if (runs.isEmpty()) {
            return 1;
        }
        if (!runs.matches("[0-9]{1,4}") || Integer.parseInt(runs) < 1 || Integer.parseInt(runs) > RUNS_MAX) {
            throw new BadQuestion("expected runs from 1 to " + RUNS_MAX + ", but there are " + Show.text(runs));
        }
        return Integer.parseInt(runs);
    }

    /** Returns the command that asks the same, of a file with the lines of the change. */
    String command(String domain, String unit) {
        return "rota what-if " + domain + " --unit " + Show.quoted(unit) + " --change change.jsonl"
                + option("--from", from) + option("--to", to) + option("--runs", runs);
    }

    private static String option(String name, String value) {
        return value.isEmpty() ? "" : " " + name + " " + Show.quoted(value);
    }
}
