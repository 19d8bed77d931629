package dev.rota.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rota.engine.Nullable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A Chromium without a window, which looks at the pages of a demo. */
final class Browser implements AutoCloseable {

    static final int WIDE = 1280;
    static final int NARROW = 390;

    /** Longer than from one checkpoint to the next. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final Duration SCRIPT_MAX = Duration.ofSeconds(60);
    private static final long POLL_MS = 50;

    /** It misses the newest protocol's classes, which nothing here uses; held, or the setting would be lost. */
    private static final Logger PROTOCOLS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private final ChromeDriver driver;
    private final String pages;

    /** @param pages where the pages are */
    Browser(String pages) {
        PROTOCOLS.setLevel(Level.SEVERE);
        this.pages = pages;
        this.driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(found("chromedriver").orElseThrow())
                        .build(),
                options());
        driver.manage().timeouts().scriptTimeout(SCRIPT_MAX);
        width(WIDE);
        console();
    }

    private static ChromeOptions options() {
        LoggingPreferences all = new LoggingPreferences();
        all.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(found("chromium").orElseThrow());
        options.addArguments("--headless", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars");
        if ("root".equals(System.getProperty("user.name"))) {
            options.addArguments("--no-sandbox");
        }
        options.setCapability("goog:loggingPrefs", all);
        return options;
    }

    /** Skips a test where there is no browser; with {@code -Dbrowser.required=true} it fails there. */
    static void require() {
        boolean there = found("chromium").isPresent() && found("chromedriver").isPresent();
        if (Boolean.getBoolean("browser.required")) {
            assertThat(there).as("chromium and chromedriver on the PATH").isTrue();
        }
        assumeTrue(there, "skipped: the pages are not looked at, for chromium or chromedriver is not on the PATH");
    }

    private static Optional<File> found(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .map(Path::toFile)
                .findFirst();
    }

    /** @param path an address of the pages, from the slash on */
    void open(String path) {
        driver.get(pages + path);
    }

    /** Opens another tab and looks at it. */
    String newTab() {
        driver.switchTo().newWindow(WindowType.TAB);
        return tab();
    }

    /** The tab that it looks at. */
    String tab() {
        return driver.getWindowHandle();
    }

    void look(String tab) {
        driver.switchTo().window(tab);
    }

    /** Closes the tab that it looks at; it must look at another one then. */
    void closeTab() {
        driver.close();
    }

    /** Where it is, from the slash on. */
    String path() {
        String url = Objects.requireNonNull(driver.getCurrentUrl());
        assertThat(url).startsWith(pages);
        return url.substring(pages.length());
    }

    String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /** Elements stay in here: a page that is live replaces them at any moment. */
    private List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    int count(String css) {
        return all(css).size();
    }

    boolean has(String css) {
        return count(css) > 0;
    }

    /** Until there is an element that fits. */
    void await(String css) {
        await("an element " + css, () -> has(css) ? true : null);
    }

    /** What the first that fits says, as soon as there is one; a page that is live may replace it meanwhile. */
    String textOf(String css) {
        return await(
                css + " with a text",
                () -> all(css).stream().map(WebElement::getText).findFirst().orElse(null));
    }

    /** Until there is an element that fits and has this text in it. */
    void await(String css, String text) {
        await(
                "an element " + css + " with the text " + text,
                () -> all(css).stream().anyMatch(each -> each.getText().contains(text)) ? true : null);
    }

    /** What is supplied, as soon as it is not null. */
    <T> T await(String what, Supplier<? extends T> supplier) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        for (; ; ) {
            T found = tried(supplier);
            if (found != null) {
                return found;
            }
            if (System.nanoTime() > end) {
                throw new AssertionError("expected " + what + ", but " + path() + " shows " + tried(this::body));
            }
            pause();
        }
    }

    /** The page may replace an element while it is asked, and has none while another page is loaded. */
    private static <T> @Nullable T tried(Supplier<? extends T> supplier) {
        try {
            return supplier.get();
        } catch (StaleElementReferenceException | NoSuchElementException e) {
            return null;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Clicks the link or button that fits, which the page may replace at any moment. */
    void click(String css) {
        click(css, "");
    }

    /** Clicks the first that fits and has this text in it; found and clicked at once, before the page can replace it. */
    void click(String css, String text) {
        String script = """
                const found = [...document.querySelectorAll(arguments[0])].find(
                  (each) => each.checkVisibility() && each.innerText.includes(arguments[1]));
                found?.click();
                return Boolean(found);
                """;
        await(
                "to click " + css + " with the text " + text,
                () -> Boolean.TRUE.equals(run(script, css, text)) ? true : null);
    }

    /** What a reader sees of the page. */
    String text() {
        return await("a page", this::body);
    }

    private String body() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** The text of what has focus. */
    String focusedText() {
        return String.valueOf(run("return document.activeElement.innerText ?? ''"));
    }

    /** Where the link leads that has focus; empty if what has focus is none. */
    String focusedLink() {
        return String.valueOf(run("return document.activeElement.getAttribute('href') ?? ''"));
    }

    /** Searches for it in the box of each page. */
    void search(String text) {
        await("the box of the search", () -> {
            driver.findElement(By.cssSelector("input[name=q]")).sendKeys(text, Keys.ENTER);
            return true;
        });
    }

    /** Types into what has focus. */
    void type(CharSequence keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    Object run(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments));
    }

    /** Runs it, and what waits for it in the page: a time-out's turn comes after all promises that are kept. */
    void runToEnd(String script) {
        driver.executeAsyncScript(script + "; setTimeout(arguments[arguments.length - 1], 0);");
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(driver.executeScript("return Boolean(" + script + ")"));
    }

    /** What the browser has complained of since it was asked last. */
    List<String> console() {
        List<String> messages = new ArrayList<>();
        driver.manage()
                .logs()
                .get(LogType.BROWSER)
                .forEach(entry -> messages.add(entry.getLevel() + " " + entry.getMessage()));
        return messages;
    }

    void width(int width) {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width == NARROW));
    }

    void dark(boolean dark) {
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Whether pages may run scripts; ours runs anyway. */
    void scripts(boolean run) {
        cdp("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
    }

    /** What a page keeps in memory, garbage not counted. */
    record Kept(double nodes, double heapBytes) {}

    Kept kept() {
        cdp("Performance.enable", Map.of());
        cdp("HeapProfiler.collectGarbage", Map.of());
        Map<String, Double> metrics = new TreeMap<>();
        for (Object metric : (List<?>)
                Objects.requireNonNull(cdp("Performance.getMetrics", Map.of()).get("metrics"))) {
            Map<?, ?> its = (Map<?, ?>) metric;
            metrics.put(
                    String.valueOf(its.get("name")), ((Number) Objects.requireNonNull(its.get("value"))).doubleValue());
        }
        return new Kept(
                Objects.requireNonNull(metrics.get("Nodes")), Objects.requireNonNull(metrics.get("JSHeapUsedSize")));
    }

    private Map<String, Object> cdp(String command, Map<String, Object> parameters) {
        return driver.executeCdpCommand(command, parameters);
    }

    byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** What axe finds wrong with the page, a line for each element. */
    List<String> violations() {
        driver.executeScript(axe());
        Object found = driver.executeAsyncScript("""
                const done = arguments[arguments.length - 1];
                axe.run(document, {resultTypes: ['violations']}).then(
                  (results) => done(results.violations.flatMap((rule) => rule.nodes.map(
                    (node) => `${rule.id}: ${node.target}: ${node.failureSummary}`))),
                  (failure) => done([String(failure)]));
                """);
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    private static String axe() {
        try (InputStream script = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
