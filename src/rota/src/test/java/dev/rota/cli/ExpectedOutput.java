package dev.rota.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output as a page shows it. Any number matches a number, and long hex matches other hex. {@code …} matches a part of a
 * line, and alone in a line any number of lines.
 */
public final class ExpectedOutput {

    private static final String NUMBER = "[0-9]+(?:[.,][0-9]+)*";
    private static final String HEX = "[0-9a-f]+";
    private static final Pattern VARIABLE = Pattern.compile("…|[0-9a-f]{16,}|" + NUMBER);

    private final List<String> lines;
    private final Pattern pattern;

    private ExpectedOutput(List<String> lines, Pattern pattern) {
        this.lines = List.copyOf(lines);
        this.pattern = pattern;
    }

    public static ExpectedOutput of(List<String> lines) {
        StringBuilder regex = new StringBuilder();
        for (String line : lines) {
            regex.append(line.equals("…") ? "(?:(?s:.*)\n)?" : line(line) + "\n");
        }
        return new ExpectedOutput(lines, Pattern.compile(regex.toString()));
    }

    private static String line(String line) {
        StringBuilder regex = new StringBuilder();
        Matcher variable = VARIABLE.matcher(line);
        int end = 0;
        while (variable.find()) {
            regex.append(Pattern.quote(line.substring(end, variable.start())));
            String found = variable.group();
            regex.append(found.equals("…") ? ".*" : found.matches(NUMBER) && found.length() < 16 ? NUMBER : HEX);
            end = variable.end();
        }
        return regex.append(Pattern.quote(line.substring(end))).toString();
    }

    boolean fits(String output) {
        return pattern.matcher(output).matches();
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
