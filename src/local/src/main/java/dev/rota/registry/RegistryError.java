package dev.rota.registry;

/** Thrown for a request that the registry refuses, with the REST API's status, code and message. */
final class RegistryError extends Exception {

    private static final long serialVersionUID = 1L;

    private final int code;

    private RegistryError(int code, String sentence) {
        super(sentence, null, false, false);
        this.code = code;
    }

    static RegistryError subjectUnknown(String subject) {
        return new RegistryError(40401, "Subject '" + subject + "' not found.");
    }

    static RegistryError versionUnknown(String version) {
        return new RegistryError(40402, "Version " + version + " not found.");
    }

    static RegistryError schemaUnknown(String which) {
        return new RegistryError(40403, "Schema " + which + " not found");
    }

    static RegistryError noSuchPath(RegistryRequest request) {
        return new RegistryError(404, "HTTP 404 Not Found: /" + String.join("/", request.path()));
    }

    static RegistryError methodNotAllowed(String method) {
        return new RegistryError(405, "HTTP 405 Method Not Allowed: " + method);
    }

    static RegistryError badRequest(String why) {
        return new RegistryError(400, why);
    }

    static RegistryError incompatible(String why) {
        return new RegistryError(409, "Schema being registered is incompatible with an earlier schema: " + why);
    }

    static RegistryError schemaInvalid(String why) {
        return new RegistryError(42201, "Invalid schema: " + why);
    }

    static RegistryError readOnly(String subject) {
        return new RegistryError(42205, "Subject " + subject + " is in read-only mode");
    }

    static RegistryError unavailable(String why) {
        return new RegistryError(50001, "Error in the backend data store: " + why);
    }

    static RegistryError loginMissing() {
        return new RegistryError(401, "Unauthorized");
    }

    static RegistryError fromPage() {
        return new RegistryError(403, "expected a client of a registry, but it is a web page");
    }

    static RegistryError versionInvalid(String version) {
        return new RegistryError(
                42202,
                "The specified version '" + version
                        + "' is not a valid version id. Allowed values are between [1, 2^31-1] and the string \"latest\"");
    }

    /** Parses a number in a request. Throws {@code otherwise} if the text is not a number. */
    static int number(String text, RegistryError otherwise) throws RegistryError {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw otherwise;
        }
    }

    int code() {
        return code;
    }

    /** Returns the HTTP status: the first three digits of the code. */
    int status() {
        return code < 1_000 ? code : code / 100;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
