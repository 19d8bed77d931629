package dev.rota.laws;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds forbidden code in the text of sources, without comments and literals. Bytecode contains less. */
final class Tidiness {

    /** A pattern that must not occur, with the reason. */
    private record Forbidden(Pattern pattern, String why) {
        static Forbidden of(String pattern, String why) {
            return new Forbidden(Pattern.compile(pattern), why);
        }
    }

    private static final List<Forbidden> ANYWHERE = List.of(
            Forbidden.of("\\.printStackTrace\\s*\\(", "a stack trace is for nobody"),
            Forbidden.of("\\bSystem\\s*\\.\\s*(exit|runFinalization)\\b", "only Main ends the process"),
            Forbidden.of("\\bRuntime\\b.*\\.halt\\b", "only Main ends the process"));

    /** Forbidden where decisions are made. */
    private static final List<Forbidden> DETERMINISM = List.of(
            Forbidden.of("\\bSystem\\s*\\.\\s*(currentTimeMillis|nanoTime)\\b", "time is step.now()"),
            Forbidden.of("\\b(Instant|Local\\w*|Zoned\\w*|Offset\\w*|Year\\w*)\\s*\\.\\s*now\\b", "time is step.now()"),
            Forbidden.of(
                    "\\bMath\\s*\\.\\s*random\\b|\\bnew\\s+Random\\s*\\(|\\bThreadLocalRandom\\b|\\bSecureRandom\\b"
                            + "|\\bUUID\\s*\\.\\s*randomUUID\\b",
                    "chance is step.random()"),
            Forbidden.of("\\bparallelStream\\b|\\.\\s*parallel\\s*\\(\\s*\\)", "parallel work is step.parallel"),
            Forbidden.of(
                    "\\b(Map|Set)\\s*\\.\\s*(of|ofEntries|copyOf)\\s*\\(\\s*[^)\\s]",
                    "its order differs from run to run"),
            Forbidden.of(
                    "\\b(Identity|Weak|Concurrent)HashMap\\b|\\bCollectors\\s*\\.\\s*"
                            + "(toSet|toMap|toUnmodifiableSet|toUnmodifiableMap|groupingBy|partitioningBy)\\b",
                    "its order is chance"),
            Forbidden.of("\\.\\s*to(Lower|Upper)Case\\s*\\(\\s*\\)", "the locale is somebody's"),
            Forbidden.of(
                    "\\bString\\s*\\.\\s*format\\s*\\((?!\\s*Locale\\b)|\\.\\s*formatted\\s*\\(",
                    "the locale is somebody's"),
            Forbidden.of("\\.\\s*getBytes\\s*\\(\\s*\\)", "the charset is somebody's"),
            Forbidden.of("\\bnew\\s+String\\s*\\((?:[^,()]|\\([^()]*\\))*\\)", "the charset is somebody's"));

    private static final Forbidden FLOATS =
            Forbidden.of("\\b(double|float|Double|Float)\\b", "rounding is no rule that people can check");

    private static final Forbidden CHANCE_OF_OWN = Forbidden.of("\\bSplittableRandom\\b", "chance is step.random()");

    private static final Pattern REMINDER = Pattern.compile("\\b(TODO|FIXME|XXX)\\b");
    private static final Pattern EMPTY_CATCH = Pattern.compile("\\bcatch\\s*\\([^)]*\\)\\s*\\{\\s*\\}");
    private static final Pattern HASHED = Pattern.compile("(?:(\\w+)\\s*=\\s*)?\\bnew\\s+Hash(?:Map|Set)\\b");

    /** The permitted uses of a hashed collection: look-ups, but no iteration. */
    private static final String LOOKUPS =
            "\\s*(=[^=]|\\.\\s*(get|getOrDefault|put|putIfAbsent|add|remove|contains|containsKey|computeIfAbsent"
                    + "|computeIfPresent|compute|merge|clear|size|isEmpty)\\s*\\()";

    /** Comments and literals, which may contain any text. */
    private static final Pattern COMMENT_OR_LITERAL = Pattern.compile(
            "//[^\\n]*|/\\*.*?\\*/|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'",
            Pattern.DOTALL);

    private Tidiness() {}

    /**
     * Returns the offences in a source file; empty if there are none.
     *
     * @param room the package under {@code dev.rota}
     * @param name the file's name
     */
    static List<String> offences(String room, String name, String source) {
        List<String> found = new ArrayList<>();
        String code = withoutComments(source);
        boolean main = name.equals("Main.java");
        for (Forbidden forbidden : ANYWHERE) {
            if (!main || !forbidden.why().startsWith("only Main")) {
                search(forbidden, code, found);
            }
        }
        search(new Forbidden(REMINDER, "what is to be done stands elsewhere"), source, found);
        search(new Forbidden(EMPTY_CATCH, "an exception is swallowed without a word"), source, found);
        if (room.equals("engine") || Rooms.DOMAINS.contains(room)) {
            DETERMINISM.forEach(forbidden -> search(forbidden, code, found));
            hashed(code, found);
            search(CHANCE_OF_OWN, code, found);
            // The encoder writes what a message has, and computes nothing.
            if ((room.equals("engine") && !name.equals("ArrayEncoder.java")) || room.equals("cores")) {
                search(FLOATS, code, found);
            }
        }
        if (room.equals("workload")) {
            // Traffic produces facts, as users do: its random numbers and fractions are not part of a decision.
            DETERMINISM.forEach(forbidden -> search(forbidden, code, found));
            hashed(code, found);
        }
        return found;
    }

    private static void search(Forbidden forbidden, String text, List<String> found) {
        Matcher matcher = forbidden.pattern().matcher(text);
        while (matcher.find()) {
            found.add("'" + matcher.group().strip() + "': " + forbidden.why());
        }
    }

    /** Finds hashed collections without a name, and uses of the named ones other than look-ups. */
    private static void hashed(String code, List<String> found) {
        Set<String> names = new TreeSet<>();
        for (MatchResult made : HASHED.matcher(code).results().toList()) {
            if (made.group(1) == null) {
                found.add("'" + made.group() + "': a hashed collection that nobody holds may be gone through");
            } else {
                names.add(made.group(1));
            }
        }
        for (String name : names) {
            Matcher use = Pattern.compile("(?<![\\w.])(?:this\\s*\\.\\s*)?" + name + "\\b(?!\\s*\\()(" + LOOKUPS + ")?")
                    .matcher(code);
            while (use.find()) {
                if (use.group(1) == null) {
                    found.add("'" + name + "' is a hashed collection, and is not only asked: its order is chance");
                }
            }
        }
    }

    private static String withoutComments(String source) {
        return COMMENT_OR_LITERAL
                .matcher(source)
                .replaceAll(silent -> silent.group().startsWith("\"") ? "\"\"" : " ");
    }
}
