package dev.rota.chunks.view;

/** Text in JSON. */
final class JsonText {

    private JsonText() {}

    /** A string with its quotes. */
    static String quoted(String text) {
        StringBuilder json = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                json.append('\\').append(letter);
            } else if (letter < ' ') {
                json.append("\\u00").append(letter < 0x10 ? "0" : "").append(Integer.toHexString(letter));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}
