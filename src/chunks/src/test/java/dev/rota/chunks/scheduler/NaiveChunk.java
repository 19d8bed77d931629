package dev.rota.chunks.scheduler;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A listed chunk. */
record NaiveChunk(String dataset, String id, long size, int number) {

    /** Orders chunks globally. */
    static final Comparator<NaiveChunk> GLOBAL = Comparator.comparing(
                    (NaiveChunk chunk) -> chunk.dataset.getBytes(UTF_8), Arrays::compareUnsigned)
            .thenComparing(chunk -> chunk.id.getBytes(UTF_8), Arrays::compareUnsigned);

    private static final String BLOCK = "([0-9]{10}|[1-9][0-9]{10,})";

    private static final Pattern FORM = Pattern.compile(BLOCK + "/" + BLOCK + "-" + BLOCK + "-[^/]+");

    static boolean valid(String id, long size) {
        Matcher matcher = FORM.matcher(id);
        if (!matcher.matches() || size < 0 || size > 1L << 40) {
            return false;
        }
        BigInteger top = block(matcher, 1);
        BigInteger first = block(matcher, 2);
        BigInteger last = block(matcher, 3);
        return top.compareTo(first) <= 0
                && first.compareTo(last) <= 0
                && last.compareTo(BigInteger.valueOf(Long.MAX_VALUE)) <= 0;
    }

    BigInteger first() {
        return block(2);
    }

    BigInteger last() {
        return block(3);
    }

    /** Returns the chunk's name in sentences. */
    String name() {
        return dataset + "/" + id;
    }

    private BigInteger block(int group) {
        Matcher matcher = FORM.matcher(id);
        if (!matcher.matches()) {
            throw new IllegalStateException("expected a chunk id, but it is " + id);
        }
        return block(matcher, group);
    }

    private static BigInteger block(Matcher matcher, int group) {
        return new BigInteger(String.valueOf(matcher.group(group)));
    }
}
