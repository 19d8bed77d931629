package dev.rota.pages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rota.engine.text.Printable;
import dev.rota.pages.domain.chunks.ChunkView;
import dev.rota.pages.domain.chunks.DatasetView;
import dev.rota.pages.domain.chunks.MemberView;
import dev.rota.pages.domain.chunks.MovesView;
import dev.rota.pages.domain.chunks.NetworkView;
import dev.rota.pages.domain.chunks.PlanView;
import dev.rota.pages.domain.chunks.WalkView;
import dev.rota.pages.domain.cores.ChainView;
import dev.rota.pages.domain.cores.CoreView;
import dev.rota.pages.domain.cores.DutyView;
import dev.rota.pages.domain.cores.ParaView;
import dev.rota.pages.domain.jobs.BotView;
import dev.rota.pages.domain.jobs.CohortView;
import dev.rota.pages.domain.jobs.InstanceView;
import dev.rota.pages.domain.jobs.JobView;
import dev.rota.pages.domain.shards.BlockView;
import dev.rota.pages.domain.shards.PoolView;
import dev.rota.pages.domain.shards.ShardView;
import dev.rota.pages.domain.shards.TransactionView;
import dev.rota.pages.domain.shards.WorkerView;
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
import dev.rota.trials.Seeded;
import java.net.URI;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
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
            Map.entry("cores/chain", ChainView.class),
            Map.entry("cores/core", CoreView.class),
            Map.entry("cores/para", ParaView.class),
            Map.entry("cores/collator", ParaView.class),
            Map.entry("cores/validator", DutyView.class),
            Map.entry("cores/block", dev.rota.pages.domain.cores.BlockView.class),
            Map.entry("instance", InstanceStatus.class),
            Map.entry("jobs/cohort", CohortView.class),
            Map.entry("jobs/job", JobView.class),
            Map.entry("jobs/bot", BotView.class),
            Map.entry("jobs/instance", InstanceView.class),
            Map.entry("shards/pool", PoolView.class),
            Map.entry("shards/shard", ShardView.class),
            Map.entry("shards/worker", WorkerView.class),
            Map.entry("shards/transaction", TransactionView.class),
            Map.entry("shards/block", BlockView.class),
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

    private static List<String> addresses(Document page) {
        List<String> addresses = new ArrayList<>();
        for (String attribute : List.of("href", "src", "action", "data-events", "formaction")) {
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
