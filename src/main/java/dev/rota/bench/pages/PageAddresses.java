package dev.rota.bench.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rota.engine.Domain;
import dev.rota.engine.Nullable;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds addresses of each kind of page, as a person does: by following links from one page to the next. */
public final class PageAddresses {

    /** Pages of one kind that are looked at in turn. */
    private static final int OF_A_KIND = 20;

    private final HttpClient client;
    private final String root;
    private final Domain domain;

    public PageAddresses(HttpClient client, String root, Domain domain) {
        this.client = client;
        this.root = root;
        this.domain = domain;
    }

    /**
     * The addresses of each kind, in the order in which they are reported.
     *
     * @param waiting the id of work that waits; null if there is none
     */
    public Map<String, List<String>> find(@Nullable String waiting) throws InterruptedException {
        Map<String, List<String>> found = new LinkedHashMap<>();
        String units = "/units?domain=" + domain.name();
        found.put("overview", List.of("/"));
        found.put("units", List.of(units));
        List<String> state = links(units, "/state\\?");
        if (!state.isEmpty()) {
            found.put("state of a unit", state);
        }
        List<String> unit = state.isEmpty()
                ? links(units, "/unit\\?")
                : state.stream().map(page -> page.replace("/state?", "/unit?")).toList();
        found.put("timeline of a unit", unit);
        String first = unit.get(0);
        List<String> records = links(first, "/record\\?");
        found.put("decision", decisions(records));
        found.put("evidence", List.of(first.replace("/unit?", "/evidence?")));
        found.put("rejections", List.of("/rejections?domain=" + domain.name()));
        found.put("search for an id", searches(records));
        subjects(first, state, decisions(records), waiting)
                .forEach((kind, pages) -> found.put(
                        (kind.matches("[aeiou].*") ? "an " : "a ") + kind,
                        pages.stream().limit(OF_A_KIND).toList()));
        return found;
    }

    /** The pages of subjects by kind: those that a unit and its decisions link, and those that these link. */
    private Map<String, Set<String>> subjects(
            String unit, List<String> state, List<String> decisions, @Nullable String waiting)
            throws InterruptedException {
        Map<String, Set<String>> found = new LinkedHashMap<>();
        kinds().forEach(kind -> found.put(kind, new LinkedHashSet<>()));
        if (waiting != null) {
            String kind = domain.subjects().get(0);
            add(found, subject(unit, kind, waiting));
        }
        for (String page : state) {
            links(page, "/subject\\?").forEach(link -> add(found, link));
        }
        for (String page : decisions) {
            links(page, "/subject\\?").forEach(link -> add(found, link));
        }
        for (String page : found.values().stream()
                .flatMap(pages -> pages.stream().limit(1))
                .toList()) {
            links(page, "/subject\\?").forEach(link -> add(found, link));
        }
        found.values().removeIf(Set::isEmpty);
        return found;
    }

    private List<String> kinds() {
        List<String> kinds = new ArrayList<>(domain.subjects());
        DomainPages pages = AllDomainPages.of(domain.name());
        if (pages != null) {
            kinds.addAll(pages.kinds());
        }
        return kinds;
    }

    private static void add(Map<String, Set<String>> found, String link) {
        Matcher kind = Pattern.compile("[?&]kind=([^&]+)").matcher(link);
        if (kind.find() && found.containsKey(kind.group(1))) {
            found.get(kind.group(1)).add(link);
        }
    }

    /** Log records are linked by their numbers alone, decisions stand between them. */
    private List<String> decisions(List<String> records) {
        List<String> decisions = records.stream()
                .filter(at -> !at.contains(domain.log().replace("/", "%2F") + "%2F"))
                .toList();
        return decisions.subList(0, Math.min(decisions.size(), 10));
    }

    /** A search for what stands at the coordinates of records, and for parts of ids. */
    private List<String> searches(List<String> records) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        for (String record : decisions(records)) {
            Matcher chip = Pattern.compile("[?&;]id=([^\"&]+)").matcher(get(record));
            while (chip.find()) {
                ids.add("/search?q=" + chip.group(1));
            }
        }
        return ids.isEmpty()
                ? List.of("/search?q=" + domain.name())
                : ids.stream().distinct().limit(10).toList();
    }

    private static String subject(String unit, String kind, String id) {
        return unit.replace("/unit?", "/subject?") + "&kind=" + kind + "&id=" + URLEncoder.encode(id, UTF_8);
    }

    private List<String> links(String page, String begin) throws InterruptedException {
        List<String> links = new ArrayList<>();
        Matcher link = Pattern.compile("href=\"(" + begin + "[^\"]*)\"").matcher(get(page));
        while (link.find()) {
            links.add(link.group(1).replace("&amp;", "&"));
        }
        return links.stream().distinct().toList();
    }

    private String get(String path) throws InterruptedException {
        try {
            var answer =
                    client.send(HttpRequest.newBuilder(URI.create(root + path)).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("expected " + path + " to be shown, but it is " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
