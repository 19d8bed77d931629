package dev.rota.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Takes the documentation's screenshots of the demo if {@code -Dscreenshots=true} is set. */
@Tag("browser")
@EnabledIfSystemProperty(named = "screenshots", matches = "true")
@ExtendWith(BrowserDemo.class)
class ScreenshotsTest {

    private static final Path FOLDER = Path.of("deploy/pages");
    private static final int BYTES_MAX = 120_000;
    private static final int COLORS = 256;

    private final BrowserDemo.Site site;
    private final Browser browser;

    ScreenshotsTest(BrowserDemo.Site site) {
        this.site = site;
        this.browser = site.browser();
    }

    @Test
    void shouldBeSmall() throws IOException {
        site.await("/search?q=default", "The unit default of jobs");
        site.produce("jobs.submissions", """
                {"job":"needs-arm","event":{"JobSubmitted":{"instance":"commits",\
                "requirements":[{"name":"arch","value":"arm64"}]}}}""");
        site.await("/search?q=needs-arm", "QUEUED");
        browser.open("/unit?domain=jobs&unit=default");
        browser.await("#live-count", "live");
        shoot("unit");
        browser.open("/unit?domain=jobs&unit=default&kind=events+ASSIGNED");
        browser.click(".steps .row a");
        browser.await("#to-cause");
        shoot("decision");
        browser.open("/subject?domain=jobs&unit=default&kind=job&id=needs-arm");
        browser.await(".why .kind");
        shoot("subject");
        browser.open("/evidence?domain=jobs&unit=default");
        // There is a new checkpoint each minute.
        awaitCheckpoints(1);
        awaitCheckpoints(2);
        browser.click("button.check");
        browser.await(".checked.good");
        shoot("evidence");

        state("cohort", "domain=jobs&unit=default");
        state("chain", "domain=cores&unit=demo-forward");
        state("network", "domain=chunks&unit=demo");
        state("pool", "domain=shards&unit=default");

        browser.open(
                "/what-if?domain=jobs&unit=default&change=%7B%22fewer%22%3A2%2C%22like%22%3A%22linux-1%22%2C%22from%22%3A%22%2B30s%22%7D");
        browser.click("#ask");
        browser.await("#figures");
        shoot("what-if");

        browser.open("/");
        browser.await("#live-count", "live");
        shoot("overview");
        browser.dark(true);
        shoot("overview-dark");
        browser.dark(false);
        browser.width(Browser.NARROW);
        shoot("overview-phone");
        browser.width(Browser.WIDE);

        Map<String, Long> sizes = new LinkedHashMap<>();
        for (String name : List.of(
                "overview",
                "overview-dark",
                "overview-phone",
                "cohort",
                "chain",
                "network",
                "pool",
                "unit",
                "decision",
                "subject",
                "evidence",
                "what-if")) {
            sizes.put(name, Files.size(FOLDER.resolve(name + ".png")));
        }
        assertThat(sizes.values()).as(sizes.toString()).allMatch(bytes -> bytes < BYTES_MAX);
    }

    private void state(String name, String unit) throws IOException {
        browser.open("/state?" + unit);
        browser.await("#live-count", "live");
        shoot(name);
    }

    private void awaitCheckpoints(int count) {
        browser.await(count + " checkpoints", () -> {
            if (browser.count("button.check") < count) {
                browser.open(browser.path());
            }
            return browser.count("button.check") < count ? null : true;
        });
    }

    private void shoot(String name) throws IOException {
        BufferedImage shot = ImageIO.read(new ByteArrayInputStream(browser.screenshot()));
        ImageIO.write(reduced(shot), "png", FOLDER.resolve(name + ".png").toFile());
    }

    /** Returns the picture with only its most frequent colors, which takes a third of the bytes. */
    private static BufferedImage reduced(BufferedImage shot) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (int y = 0; y < shot.getHeight(); y++) {
            for (int x = 0; x < shot.getWidth(); x++) {
                counts.merge(shot.getRGB(x, y), 1, Integer::sum);
            }
        }
        int[] palette = counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry::getKey))
                .limit(COLORS)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        IndexColorModel colors = new IndexColorModel(8, palette.length, palette, 0, false, -1, DataBuffer.TYPE_BYTE);
        BufferedImage reduced =
                new BufferedImage(shot.getWidth(), shot.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, colors);
        Map<Integer, Object> nearest = new HashMap<>();
        for (int y = 0; y < shot.getHeight(); y++) {
            for (int x = 0; x < shot.getWidth(); x++) {
                Object pixel = nearest.computeIfAbsent(shot.getRGB(x, y), color -> colors.getDataElements(color, null));
                reduced.getRaster().setDataElements(x, y, pixel);
            }
        }
        return reduced;
    }
}
