package dev.rota.http;

import dev.rota.engine.Input;
import dev.rota.engine.Output;
import dev.rota.engine.Version;
import dev.rota.stream.DomainRun;
import dev.rota.stream.Health;
import dev.rota.stream.Ownership;
import java.util.List;

/** The overview page: which schedulers run here, their health, and their topics. */
final class OverviewPage {

    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="5">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Rota</title>
            <style>
              body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
                     color: #1b1f24; background: #fff; }
              h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
              .ready { color: #116329; } .waiting { color: #9a6700; } .dead { color: #a40e26; }
              table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .75rem .25rem 0;
                     border-bottom: 1px solid #d0d7de; vertical-align: top; }
              code { font: 14px ui-monospace, monospace; } footer { margin-top: 2rem; color: #59636e; }
            </style></head><body>
            <h1>Rota <small>auditable scheduling on Kafka</small></h1>
            """;

    private OverviewPage() {}

    static String of(List<DomainRun> domains) {
        StringBuilder page = new StringBuilder(HEAD);
        domains.forEach(domain -> section(domain, page));
        return page.append("<footer>Version ")
                .append(escaped(Version.OF_JAR))
                .append(" &middot; <a href=\"/health/ready\">ready</a> &middot; <a href=\"/health/live\">live</a>"
                        + " &middot; <a href=\"/metrics\">metrics</a> &middot; <a href=\"/topology\">topology</a>"
                        + "</footer></body></html>\n")
                .toString();
    }

    private static void section(DomainRun run, StringBuilder page) {
        Health health = run.health();
        page.append("<h2>")
                .append(escaped(run.domain().name()))
                .append(" ")
                .append(state(health))
                .append("</h2>\n<table>");
        row(page, "log", run.names().log());
        Ownership ownership = run.ownership();
        run.lag()
                .forEach((partition, behind) -> row(
                        page,
                        "partition " + partition,
                        who(run, ownership, partition)
                                + (behind == 0 ? ", all decided" : ", " + behind + " records to decide")));
        for (Input<?> input : run.domain().inputs()) {
            row(page, "reads", run.names().topic(input.topic()));
        }
        for (Output<?> output : run.domain().outputs()) {
            row(page, "writes", run.names().topic(output.topic()));
        }
        UnitPages.paths(run).forEach(path -> row(page, "shows", path));
        page.append("</table>\n");
        health.reasons()
                .forEach(reason -> page.append("<p>").append(escaped(reason)).append("</p>\n"));
        health.notes().forEach(note -> page.append("<p>").append(escaped(note)).append("</p>\n"));
    }

    /** Who decides a partition. */
    private static String who(DomainRun run, Ownership ownership, int partition) {
        if (ownership.decides().contains(partition)) {
            return "decided here";
        }
        if (ownership.restores().contains(partition)) {
            return "its rows are being restored here";
        }
        String where = run.owner(partition).map(owner -> "decided at " + owner).orElse("decided by another instance");
        return ownership.standsBy().contains(partition) ? where + ", this one stands by" : where;
    }

    private static String state(Health health) {
        if (!health.live()) {
            return "<span class=\"dead\">stopped</span>";
        }
        return health.ready() ? "<span class=\"ready\">ready</span>" : "<span class=\"waiting\">not ready</span>";
    }

    private static void row(StringBuilder page, String name, String value) {
        page.append("<tr><th scope=\"row\">")
                .append(escaped(name))
                .append("</th><td><code>")
                .append(escaped(value))
                .append("</code></td></tr>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
