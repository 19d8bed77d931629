package dev.rota.serde;

/** Thrown if a registry has no readable Avro schema of an id. It is an expected outcome: it carries no stack trace. */
public final class SchemaUnknown extends Exception {

    private static final long serialVersionUID = 1L;

    private final int id;

    public SchemaUnknown(int id, String sentence) {
        super(sentence, null, false, false);
        this.id = id;
    }

    public int id() {
        return id;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
