package dev.rota.pages.domain;

import dev.rota.engine.Domain;
import dev.rota.engine.EventInquiry;
import dev.rota.engine.Input;
import dev.rota.engine.Inquiry;
import dev.rota.engine.RefusedException;
import dev.rota.pages.NoPage;
import dev.rota.pages.Show;
import dev.rota.serde.NotPlainJson;
import dev.rota.serde.PlainJson;
import java.util.List;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** The form that asks what a unit would decide on an event that came next, like {@code rota would}. */
public final class EventForm {

    /** The name of the question in the form. */
    public static final String WOULD = EventInquiry.NAME;

    private EventForm() {}

    /**
     * Returns the question that was filled in.
     *
     * @param topic the input of the event
     * @param back the address of the page with the form
     */
    public static Question question(Domain domain, String unit, String topic, UnaryOperator<String> form, String back)
            throws NoPage {
        SpecificRecord event = event(domain, unit, topic, form.apply("event"));
        return new Question(
                "What would be decided on an event of " + topic + " that came next?",
                back,
                new Inquiry.Asked(WOULD, new TreeMap<>(), List.of(event)));
    }

    private static SpecificRecord event(Domain domain, String unit, String topic, String text) throws NoPage {
        for (Input<?> input : domain.inputs()) {
            if (input.topic().equals(topic)) {
                return event(input, unit, text);
            }
        }
        throw new IllegalStateException("expected the input " + topic + ", but there is none");
    }

    private static SpecificRecord event(Input<?> input, String unit, String text) throws NoPage {
        try {
            SpecificRecord event = PlainJson.read(input.schema(), PlainJson.parse(text));
            String named = input.unit(event);
            if (!named.equals(unit)) {
                throw NoPage.wrong(
                        "expected an event of " + Show.unit(unit) + ", but it is one of " + Show.unit(named));
            }
            return event;
        } catch (NotPlainJson e) {
            throw NoPage.wrong("the event: " + Show.text(e.sentence()));
        } catch (RefusedException e) {
            throw NoPage.wrong("the event would be refused, " + e.reason().name() + ": " + Show.text(e.sentence()));
        }
    }
}
