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
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Drives a headless Chromium that opens the pages of a demo. */
final class Browser implements AutoCloseable {

    static final int WIDE = 1280;
    static final int NARROW = 390;

    /** Longer than the time between two checkpoints. */
    private static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final Duration SCRIPT_MAX = Duration.ofSeconds(60);
    private static final long POLL_MS = 50;

    /**
     * A logger that warns about missing classes of the newest protocol, which are not used here. The field keeps its
     * level from being lost.
     */
    private static final Logger PROTOCOLS = Logger.getLogger("org.openqa.selenium.devtools.CdpVersionFinder");

    private final ChromeDriver driver;
    private final String pages;

    /** @param pages the address of the pages */
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

    /** Skips a test if there is no browser. With {@code -Dbrowser.required=true}, the test fails instead. */
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

    /** @param path an address within the pages, from the slash on */
    void open(String path) {
        driver.get(pages + path);
    }

    /** Opens another tab, switches to it and returns it. */
    String newTab() {
        driver.switchTo().newWindow(WindowType.TAB);
        return tab();
    }

    /** Returns the current tab. */
    String tab() {
        return driver.getWindowHandle();
    }

    void look(String tab) {
        driver.switchTo().window(tab);
    }

    /** Closes the current tab. The caller must switch to another one then. */
    void closeTab() {
        driver.close();
    }

    /** Returns the current address, from the slash on. */
    String path() {
        String url = Objects.requireNonNull(driver.getCurrentUrl());
        assertThat(url).startsWith(pages);
        return url.substring(pages.length());
    }

    String title() {
        return Objects.requireNonNull(driver.getTitle());
    }

    /** Returns the elements that match. They must not leave this class: a live page may replace them at any moment. */
    private List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    int count(String css) {
        return all(css).size();
    }

    boolean has(String css) {
        return count(css) > 0;
    }

    /** Waits until there is an element that matches. */
    void await(String css) {
        await("an element " + css, () -> has(css) ? true : null);
    }

    /**
     * Returns the text of the first element that matches, as soon as there is one. A live page may replace it in the
     * meantime.
     */
    String textOf(String css) {
        return await(
                css + " with a text",
                () -> all(css).stream().map(WebElement::getText).findFirst().orElse(null));
    }

    /** Waits until there is an element that matches and contains the text. */
    void await(String css, String text) {
        await(
                "an element " + css + " with the text " + text,
                () -> all(css).stream().anyMatch(each -> each.getText().contains(text)) ? true : null);
    }

    /** Waits until the supplier returns a value other than null, and returns it. */
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

    /** Returns null if the page replaces an element while it is read, or is being loaded. */
    private static <T> @Nullable T tried(Supplier<? extends T> supplier) {
        try {
            return supplier.get();
        } catch (StaleElementReferenceException | NoSuchElementException e) {
            return null;
        } catch (WebDriverException e) {
            // For an element of a page that was just left, the driver may pass the browser's own error on.
            if (String.valueOf(e.getMessage()).contains("does not belong to the document")) {
                return null;
            }
            throw e;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Clicks the first link or button that matches, which the page may replace at any moment. */
    void click(String css) {
        click(css, "");
    }

    /**
     * Clicks the first element that matches and contains the text. A single script finds and clicks it, before the page
     * can replace it.
     */
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

    /** Returns the visible text of the page. */
    String text() {
        return await("a page", this::body);
    }

    private String body() {
        return driver.findElement(By.tagName("body")).getText();
    }

    /** Returns the text of the focused element. */
    String focusedText() {
        return String.valueOf(run("return document.activeElement.innerText ?? ''"));
    }

    /** Returns the target of the focused link, or an empty text if no link has focus. */
    String focusedLink() {
        return String.valueOf(run("return document.activeElement.getAttribute('href') ?? ''"));
    }

    /** Searches for the text in the search box that each page has. */
    void search(String text) {
        await("the box of the search", () -> {
            driver.findElement(By.cssSelector("input[name=q]")).sendKeys(text, Keys.ENTER);
            return true;
        });
    }

    /** Types into the focused element. */
    void type(CharSequence keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    Object run(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments));
    }

    /** Runs the script, and the code of the page that waits for it: a timeout runs after all resolved promises. */
    void runToEnd(String script) {
        driver.executeAsyncScript(script + "; setTimeout(arguments[arguments.length - 1], 0);");
    }

    boolean is(String script) {
        return Boolean.TRUE.equals(driver.executeScript("return Boolean(" + script + ")"));
    }

    /** Returns the browser's console messages since the last call. */
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

    /** Sets whether pages may run scripts. Scripts of tests always run. */
    void scripts(boolean run) {
        cdp("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
    }

    /** The DOM nodes and heap that a page keeps after garbage collection. */
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

    /** Returns axe's violations on the page, with a line for each element. */
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
