package dev.rota.pages;

import dev.rota.engine.Nullable;
import dev.rota.engine.text.Printable;
import java.util.Collection;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Writes a JSON object for a test. */
public final class JsonText {

    private final StringBuilder text = new StringBuilder();

    /** True if the next member is the first of its object. */
    private boolean first = true;

    private JsonText() {}

    /** Returns the text of an object with the members that are written. */
    public static String object(Consumer<JsonText> members) {
        JsonText json = new JsonText();
        json.braced(members);
        return json.text.append('\n').toString();
    }

    /** Returns a string with its quotes. */
    public static String quoted(String text) {
        JsonText json = new JsonText();
        json.quote(text);
        return json.text.toString();
    }

    /** Writes a number. */
    public JsonText field(String name, long value) {
        name(name);
        text.append(value);
        return this;
    }

    /** Writes a number, or null. */
    public JsonText field(String name, @Nullable Number value) {
        name(name);
        text.append(value);
        return this;
    }

    /** Writes true or false. */
    public JsonText field(String name, boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    /** Writes a text, or null. */
    public JsonText field(String name, @Nullable String value) {
        name(name);
        if (value == null) {
            text.append("null");
        } else {
            quote(value);
        }
        return this;
    }

    /** Writes an object. */
    public JsonText object(String name, Consumer<JsonText> members) {
        name(name);
        braced(members);
        return this;
    }

    /** Writes an array with an object for each item. */
    public <T> JsonText list(String name, Collection<T> items, BiConsumer<T, JsonText> members) {
        return array(name, items, item -> braced(json -> members.accept(item, json)));
    }

    /** Writes an array of texts. */
    public JsonText texts(String name, Collection<String> items) {
        return array(name, items, this::quote);
    }

    /** Writes an array of numbers. */
    public JsonText numbers(String name, Collection<? extends Number> items) {
        return array(name, items, text::append);
    }

    private <T> JsonText array(String name, Collection<T> items, Consumer<T> write) {
        name(name);
        text.append('[');
        String between = "";
        for (T item : items) {
            text.append(between);
            write.accept(item);
            between = ", ";
        }
        text.append(']');
        return this;
    }

    private void braced(Consumer<JsonText> members) {
        text.append('{');
        first = true;
        members.accept(this);
        first = false;
        text.append('}');
    }

    private void name(String name) {
        text.append(first ? "" : ", ");
        first = false;
        quote(name);
        text.append(": ");
    }

    private void quote(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (Printable.isUnsafe(c)) {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
