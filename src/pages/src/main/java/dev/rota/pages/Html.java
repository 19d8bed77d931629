package dev.rota.pages;

import dev.rota.pages.domain.Part;
import gg.jte.Content;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Renders templates. They are compiled with this module and escape every value according to its place in the HTML. */
final class Html {

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(
            null, ContentType.Html, Html.class.getClassLoader(), "dev.rota.pages.templates");

    /** Renders a part of a page, for the template of that page to include. */
    Content part(Part part) {
        return output -> templates.render(part.template() + ".jte", Map.of("page", part.view()), output);
    }

    String of(String template, Map<String, Object> values) {
        StringOutput page = new StringOutput();
        templates.render(template + ".jte", values, page);
        return page.toString();
    }
}
