package dev.rota.stream.intake;

import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The offsets at which an adopted topic begins, as text: {@code 0=12,1=40}. */
final class BeginningText {

    private BeginningText() {}

    static String write(SortedMap<Integer, Long> offsets) {
        return offsets.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(","));
    }

    /** Returns the offsets by partition; throws a NumberFormatException if another client wrote the text. */
    static SortedMap<Integer, Long> read(String text) {
        SortedMap<Integer, Long> offsets = new TreeMap<>();
        Arrays.stream(text.split(",", -1)).forEach(each -> {
            int equals = Math.max(0, each.indexOf('='));
            offsets.put(Integer.valueOf(each.substring(0, equals)), Long.valueOf(each.substring(equals + 1)));
        });
        return offsets;
    }
}
