package dev.rota.serde;

/** A registry's answer that it has no Avro schema of a number. An outcome, not a failure: it carries no stack. */
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
