package dev.rota.pages;

import dev.rota.engine.Domain;
import dev.rota.engine.Version;
import dev.rota.pages.view.Frame;
import dev.rota.pages.view.InstanceStatus;
import dev.rota.settings.Names;
import dev.rota.settings.Settings;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The page on which an instance shows its own state, per domain and partition. It reads no topic. */
public final class InstanceStatusPage {

    private final List<Domain> domains;
    private final Settings settings;
    private final Instances instances;
    private final Html html = new Html();

    public InstanceStatusPage(List<Domain> domains, Settings settings, Instances instances) {
        this.domains = List.copyOf(domains);
        this.settings = settings;
        this.instances = instances;
    }

    /** Routes the page. */
    public void route(RoutesConfig routes, String path) {
        Reads.route(routes, path, this::show);
    }

    /** Routes the style sheet, the script and the icon, once for all pages of a server. */
    public static void routeFiles(RoutesConfig routes) {
        StaticFiles.route(routes);
    }

    private void show(Context context) {
        Frame frame = new Frame(
                "Instance",
                "The state of this process. Its decisions are on the pages of 'rota pages'.",
                false,
                "",
                List.of(),
                "",
                Version.OF_JAR);
        context.html(html.of("instance", Map.of("frame", frame, "page", view())));
    }

    private InstanceStatus view() {
        List<InstanceStatus.Part> parts = new ArrayList<>();
        for (Domain domain : domains) {
            Optional<Instances.State> state = instances.state(domain.name());
            state.ifPresent(each -> parts.add(part(domain, each)));
        }
        return new InstanceStatus(parts);
    }

    private InstanceStatus.Part part(Domain domain, Instances.State state) {
        Names names = Names.of(domain, settings);
        List<String> exceptions = new ArrayList<>(state.reasons());
        exceptions.addAll(state.notes());
        List<InstanceStatus.Line> lines = new ArrayList<>();
        new TreeMap<>(state.owners())
                .forEach((partition, owner) -> lines.add(new InstanceStatus.Line(
                        String.valueOf(partition),
                        Show.text(owner),
                        Show.number(state.lag().getOrDefault(partition, 0L)))));
        return new InstanceStatus.Part(
                domain.name(),
                state.live() ? exceptions.isEmpty() ? "good" : "warn" : "bad",
                state.live() ? state.reasons().isEmpty() ? "Ready." : "Not ready." : "Stopped.",
                exceptions.stream().map(Show::text).toList(),
                names.log(),
                lines,
                names.inputs(),
                names.outputs(),
                domain.pages().keySet().stream()
                        .map(page -> "/" + domain.name() + "/{unit}/" + page)
                        .toList());
    }
}
