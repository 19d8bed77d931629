package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.cores.BlockEnded;
import dev.rota.cores.BlockEvent;
import dev.rota.cores.BlockStarted;
import dev.rota.cores.Claim;
import dev.rota.cores.CoresConfig;
import dev.rota.cores.SessionChange;
import dev.rota.engine.Decision;
import dev.rota.engine.Domain;
import dev.rota.engine.Subject;
import dev.rota.engine.plugin.InstalledDomains;
import dev.rota.engine.text.Printable;
import dev.rota.pages.domain.AllDomainPages;
import dev.rota.pages.domain.DomainPages;
import dev.rota.pages.domain.Part;
import dev.rota.pages.domain.UnitFacts;
import dev.rota.pages.domain.chunks.ChunkView;
import dev.rota.pages.domain.chunks.DatasetView;
import dev.rota.pages.domain.chunks.MemberView;
import dev.rota.pages.domain.chunks.MovesView;
import dev.rota.pages.domain.chunks.NetworkView;
import dev.rota.pages.domain.chunks.PlanView;
import dev.rota.pages.domain.chunks.WalkView;
import dev.rota.pages.view.DecisionView;
import dev.rota.pages.view.EvidenceView;
import dev.rota.pages.view.Found;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.InstanceStatus;
import dev.rota.pages.view.Message;
import dev.rota.pages.view.Overview;
import dev.rota.pages.view.RejectionList;
import dev.rota.pages.view.SubjectView;
import dev.rota.pages.view.TaskView;
import dev.rota.pages.view.Timeline;
import dev.rota.pages.view.UnitList;
import dev.rota.pages.view.UnitState;
import dev.rota.pages.whatif.AnswerView;
import dev.rota.pages.whatif.FormView;
import dev.rota.testing.TestLog;
import dev.rota.trials.Seeded;
import gg.jte.output.StringOutput;
import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/** Pages have only the elements, attributes and addresses of their templates, whatever ids and messages contain. */
class HostileTextsTest {

    private static final Map<String, Class<?>> PAGES = Map.ofEntries(
            Map.entry("overview", Overview.class),
            Map.entry("units", UnitList.class),
            Map.entry("state", UnitState.class),
            Map.entry("unit", Timeline.class),
            Map.entry("record", DecisionView.class),
            Map.entry("evidence", EvidenceView.class),
            Map.entry("rejections", RejectionList.class),
            Map.entry("search", Found.class),
            Map.entry("subject", SubjectView.class),
            Map.entry("task", TaskView.class),
            Map.entry("what-if", FormView.class),
            Map.entry("whatif/answer", AnswerView.class),
            Map.entry("chunks/network", NetworkView.class),
            Map.entry("chunks/member", MemberView.class),
            Map.entry("chunks/chunk", ChunkView.class),
            Map.entry("chunks/dataset", DatasetView.class),
            Map.entry("chunks/walk", WalkView.class),
            Map.entry("chunks/plan", PlanView.class),
            Map.entry("chunks/moves", MovesView.class),
            Map.entry("instance", InstanceStatus.class),
            Map.entry("message", Message.class));

    private static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "</title><script src=//x></script>",
            "\" onmouseover=\"alert(1)",
            "' onfocus='alert(1)' autofocus='",
            "javascript:alert(1)",
            "//elsewhere.example/",
            "\\/elsewhere",
            "]]><!-- --!><svg/onload=alert(1)>",
            "</textarea></select></noscript><img src=x onerror=alert(1)>",
            "\u202Egnp.exe",
            "\u2066left\u2069 \u200F\u061C\u00AD\uFEFF",
            "a\u0000b\u0007\u001B[31m\u007F\u0085\r\n\t",
            "    <b>indented as ours are",
            "{{constructor.constructor('alert(1)')()}}",
            "${7*7} @raw $unsafe{x}",
            "&lt;b&gt; &#x3C;i> &amp",
            "\uD83D\uDE00 \u00E9\u0301",
            "\uD800 lone",
            "%3Cb%3E %00 +&?#/..;",
            "x".repeat(65_536));

    /** Kinds of subjects whose ids are numbers. */
    private static final List<String> NUMBERED = List.of("para", "core", "block");

    private final Html html = new Html();

    @Seeded(100)
    void shouldShowHostileTextsAsTexts(long seed) {
        Random random = new Random(seed);
        List<String> texts = Stream.generate(() -> text(random))
                .limit(1 + random.nextInt(12))
                .toList();
        PAGES.forEach((template, type) -> {
            Document plain = page(template, type, seed, () -> "plain");
            Document page = page(template, type, seed, cycle(texts));

            assertThat(skeleton(page)).as(template).isEqualTo(skeleton(plain));
            assertThat(addresses(page)).as(template).allMatch(each -> each.matches("(?s)(/(?!/)|#).*"));
            assertThat(texts(page))
                    .as(template)
                    .allMatch(each -> Printable.of(each).equals(each));
        });
    }

    /** The pages of schedulers, from states and decisions that contain such texts. */
    @Seeded(100)
    void shouldShowHostileIdsOfUnitsAsTexts(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> plain = List.of("plain-0", "plain-1", "plain-2", "plain-3");
        List<String> hostile = Stream.generate(() -> text(random))
                .distinct()
                .limit(plain.size())
                .toList();
        for (Domain domain : InstalledDomains.all()) {
            DomainPages pages = AllDomainPages.of(domain.name());
            if (pages == null || domain.name().equals("chunks")) {
                continue;
            }
            List<String> kinds = new ArrayList<>(domain.subjects());
            kinds.addAll(pages.kinds());
            for (String kind : kinds) {
                // A hostile text may be no id, such as one that is too long.
                Set<String> expected = kindsOfElements(unit(pages, domain, kind, "nobody", seed, plain));
                expected.addAll(kindsOfElements(unit(pages, domain, kind, plain.get(0), seed, plain)));
                Document page = unit(pages, domain, kind, hostile.get(0), seed, hostile);

                assertThat(kindsOfElements(page)).as(domain.name() + " " + kind).isSubsetOf(expected);
                assertThat(addresses(page)).as(kind).allMatch(each -> each.matches("(?s)(/(?!/)|#).*"));
                assertThat(texts(page))
                        .as(kind)
                        .allMatch(each -> Printable.of(each).equals(each));
            }
        }
    }

    /** Returns the picture of a unit and that of a subject of a kind, as one page. */
    private Document unit(DomainPages pages, Domain domain, String kind, String name, long seed, List<String> texts)
            throws Exception {
        Random shape = new Random(seed);
        UnitFacts facts = domain.name().equals("cores")
                ? chain(domain, texts)
                : new RandomFacts(domain, shape, () -> texts.get(shape.nextInt(texts.size())));
        StringOutput page = new StringOutput();
        html.part(pages.unit(facts)).writeTo(page);
        String id = NUMBERED.contains(kind) ? "1" : name;
        Part subject = pages.subject(facts, new Subject(kind, id));
        if (subject != null) {
            html.part(subject).writeTo(page);
        }
        return Jsoup.parse(page.toString());
    }

    /** Returns the facts of a chain whose validators and collators have these names. Its pages need what is consistent. */
    private static UnitFacts chain(Domain domain, List<String> names) throws Exception {
        TestLog log = TestLog.warm(domain);
        SessionChange session = SessionChange.newBuilder()
                .setIndex(1)
                .setConfig(CoresConfig.newBuilder().setParathreadCores(1).build())
                .setParachains(List.of(1_000))
                .setParathreads(List.of(2_000, 2_001))
                .setValidators(names)
                .build();
        List<Decision> all = new ArrayList<>(
                log.feed("cores.blocks", new BlockEvent("chain", 0L, new BlockEnded(List.of(), session), null)));
        for (int i = 0; i < 2; i++) {
            all.addAll(log.feed("cores.claims", new Claim("chain", 2_000 + i, names.get(i), null)));
        }
        for (long block = 1; block <= 4; block++) {
            all.addAll(
                    log.feed("cores.blocks", new BlockEvent("chain", block, new BlockStarted(List.of(), null), null)));
            all.addAll(log.feed(
                    "cores.blocks", new BlockEvent("chain", block, new BlockEnded(List.of(0, 1), null), null)));
        }
        return new TestFacts(domain, "chain", log.page("chain", DomainPages.STATE), all, Map.of());
    }

    @Seeded(1_000)
    void shouldKeepIdsInParameters(long seed) {
        Random random = new Random(seed);
        String domain = text(random);
        String id = text(random);
        String url = Url.of("/page", "domain", domain, "id", id);

        URI parsed = URI.create(url);
        assertThat(parsed.getScheme()).isNull();
        assertThat(parsed.getAuthority()).isNull();
        assertThat(parsed.getPath()).isEqualTo("/page");
        assertThat(parsed.getFragment()).isNull();
        assertThat(URLDecoder.decode(url.substring(url.lastIndexOf("id=") + 3), UTF_8))
                .isEqualTo(new String(id.getBytes(UTF_8), UTF_8));
    }

    private Document page(String template, Class<?> type, long seed, Supplier<String> texts) {
        ViewMaker maker = new ViewMaker(new Random(seed), texts);
        return Jsoup.parse(html.of(template, Map.of("frame", maker.make(Frame.class), "page", maker.make(type))));
    }

    private static Supplier<String> cycle(List<String> texts) {
        int[] next = {0};
        return () -> texts.get(next[0]++ % texts.size());
    }

    /** Returns elements and the names of their attributes, in order. */
    private static String skeleton(Document page) {
        StringBuilder skeleton = new StringBuilder();
        for (Element element : page.getAllElements()) {
            skeleton.append(element.tagName());
            for (Attribute attribute : element.attributes()) {
                skeleton.append(' ').append(attribute.getKey());
            }
            skeleton.append(" <").append(element.parents().size()).append('\n');
        }
        return skeleton.toString();
    }

    /** Returns the elements with the names of their attributes, each once. */
    private static Set<String> kindsOfElements(Document page) {
        return skeleton(page)
                .lines()
                .map(line -> line.replaceAll(" <.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> addresses(Document page) {
        List<String> addresses = new ArrayList<>();
        for (String attribute : List.of("href", "src", "action", "formaction")) {
            page.getElementsByAttribute(attribute).forEach(each -> addresses.add(each.attr(attribute)));
        }
        addresses.removeIf(String::isEmpty);
        return addresses;
    }

    /** Returns the visible texts of a page. */
    private static List<String> texts(Document page) {
        List<String> texts = new ArrayList<>();
        page.getAllElements().forEach(element -> {
            for (TextNode text : element.textNodes()) {
                // Line breaks come from the templates.
                texts.add(text.getWholeText().replace("\n", ""));
            }
        });
        return texts;
    }

    /** Returns a text that is known to be hostile, or any characters, or some that have a meaning to a browser. */
    private static String text(Random random) {
        String some = "<>\"'&/=;:`{}()\u202E\u0000 ";
        return switch (random.nextInt(3)) {
            case 0 -> HOSTILE.get(random.nextInt(HOSTILE.size()));
            case 1 -> characters(random, 30, () -> (char) random.nextInt(1 << random.nextInt(17)));
            default -> characters(random, 20, () -> some.charAt(random.nextInt(some.length())));
        };
    }

    private static String characters(Random random, int most, Supplier<Character> next) {
        StringBuilder text = new StringBuilder();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            text.append(next.get().charValue());
        }
        return text.toString();
    }
}
