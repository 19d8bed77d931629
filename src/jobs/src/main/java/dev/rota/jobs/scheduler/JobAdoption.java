package dev.rota.jobs.scheduler;

import dev.rota.engine.Adoption;
import dev.rota.engine.Bytes;
import dev.rota.engine.Ids;
import dev.rota.engine.Input;
import dev.rota.engine.IntakeReason;
import dev.rota.engine.Nullable;
import dev.rota.engine.RefusedException;
import dev.rota.engine.SourceRecord;
import dev.rota.engine.text.Printable;
import dev.rota.jobs.Header;
import dev.rota.jobs.JobEvent;
import dev.rota.jobs.JobSubmitted;
import dev.rota.jobs.Property;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** Records as submissions of jobs. A record without a value is a job without a payload. */
final class JobAdoption implements Adoption {

    private static final String INSTANCE = "instance";
    private static final String LABEL = "label";
    private static final String OWNER = "owner";
    private static final String PRIORITY = "priority";
    private static final String REQUIREMENTS = "requirements";
    private static final String HINT = "localityHint";
    private static final String EXECUTION_TIMEOUT = "executionTimeoutMs";
    private static final String QUEUE_TIMEOUT = "queueTimeoutMs";

    private static final String NO_LABEL = "unknown";

    private static final List<From> NAME = List.of(From.KEY, From.HEADER, From.CONSTANT);
    private static final List<From> VALUE = List.of(From.HEADER, From.CONSTANT);

    private final Input<JobEvent> submissions;

    JobAdoption(Input<JobEvent> submissions) {
        this.submissions = submissions;
    }

    @Override
    public Input<JobEvent> input() {
        return submissions;
    }

    @Override
    public List<Field> fields() {
        return List.of(
                new Field(INSTANCE, NAME, null),
                new Field(LABEL, VALUE, NO_LABEL),
                new Field(OWNER, NAME, ""),
                new Field(PRIORITY, VALUE, "0"),
                new Field(REQUIREMENTS, VALUE, ""),
                new Field(HINT, NAME, ""),
                new Field(EXECUTION_TIMEOUT, VALUE, ""),
                new Field(QUEUE_TIMEOUT, VALUE, ""));
    }

    @Override
    public void check(String field, String setting) {
        try {
            switch (field) {
                case INSTANCE, LABEL -> Ids.id(field, setting);
                case PRIORITY -> priority(number(field, setting));
                case REQUIREMENTS -> JobsAdmission.properties(field, requirements(setting));
                case EXECUTION_TIMEOUT, QUEUE_TIMEOUT -> JobsAdmission.timeout(field, number(field, setting));
                default -> orNone(field, setting);
            }
        } catch (RefusedException e) {
            throw new IllegalArgumentException(e.sentence(), e);
        }
    }

    private static void orNone(String field, String setting) throws RefusedException {
        if (!setting.isEmpty()) {
            Ids.id(field, setting);
        }
    }

    private static @Nullable Long number(String field, String setting) {
        try {
            return setting.isEmpty() ? null : Long.valueOf(setting);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "expected " + field + " to be a whole number, but it is '" + setting + "'", e);
        }
    }

    private static int priority(@Nullable Long priority) throws RefusedException {
        long number = priority == null ? 0 : priority;
        if (number != (int) number) {
            throw new RefusedException(
                    IntakeReason.VALUE_INVALID,
                    "expected priority in " + Integer.MIN_VALUE + ".." + Integer.MAX_VALUE + ", but it is " + number);
        }
        return (int) number;
    }

    private static List<Property> requirements(@Nullable String text) throws RefusedException {
        List<Property> requirements = new ArrayList<>();
        for (String pair : text == null || text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new RefusedException(
                        IntakeReason.VALUE_INVALID,
                        "expected requirements as NAME=VALUE,..., but one is '" + Printable.of(pair) + "'");
            }
            requirements.add(new Property(pair.substring(0, equals), pair.substring(equals + 1)));
        }
        return requirements;
    }

    @Override
    public SpecificRecord event(Values values) throws RefusedException {
        SourceRecord record = values.record();
        byte[] value = record.value();
        if (value != null && value.length > JobsLimits.PAYLOAD_BYTES_MAX) {
            throw new RefusedException(
                    IntakeReason.RECORD_TOO_LARGE,
                    "expected a value of at most " + JobsLimits.PAYLOAD_BYTES_MAX + " bytes, but it has "
                            + value.length);
        }
        String label = values.text(LABEL);
        return new JobEvent(
                record.id(),
                label == null ? NO_LABEL : label,
                new JobSubmitted(
                        values.name(INSTANCE),
                        priority(values.number(PRIORITY)),
                        requirements(values.text(REQUIREMENTS)),
                        values.optionalName(HINT),
                        Bytes.wrapped(value),
                        values.number(EXECUTION_TIMEOUT),
                        values.number(QUEUE_TIMEOUT),
                        Bytes.wrapped(record.key()),
                        record.headers().stream()
                                .map(header -> new Header(header.name(), Bytes.wrapped(header.value())))
                                .toList(),
                        record.coordinates(),
                        List.of(),
                        values.optionalName(OWNER)));
    }

    @Override
    public SourceRecord record(SpecificRecord event, String topicId) throws RefusedException {
        if (!(((JobEvent) event).getEvent() instanceof JobSubmitted submitted)) {
            throw new RefusedException(IntakeReason.VALUE_INVALID, "expected a submission, but it is a cancellation");
        }
        return SourceRecord.at(
                submitted.getSource(),
                topicId,
                Bytes.orNull(submitted.getKey()),
                submitted.getHeaders().stream()
                        .map(header -> new SourceRecord.Header(header.getName(), Bytes.orNull(header.getValue())))
                        .toList(),
                Bytes.orNull(submitted.getPayload()));
    }
}
