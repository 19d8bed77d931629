package dev.rota.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks the loggers of other projects that are kept quiet. */
class NamedLoggersTest {

    /** If a class has moved, its logger would print warnings again. */
    @Test
    void shouldNameClassesThatExist() throws Exception {
        NodeList loggers;
        try (InputStream config = Objects.requireNonNull(getClass().getResourceAsStream("/log4j2.xml"))) {
            loggers = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(config)
                    .getElementsByTagName("Logger");
        }
        List<String> classes = IntStream.range(0, loggers.getLength())
                .mapToObj(i -> ((Element) loggers.item(i)).getAttribute("name"))
                .filter(name -> Character.isUpperCase(name.charAt(name.lastIndexOf('.') + 1)))
                .toList();

        assertThat(classes).hasSizeGreaterThan(10);
        assertThat(classes)
                .allSatisfy(name -> assertThatCode(
                                () -> Class.forName(name, false, getClass().getClassLoader()))
                        .doesNotThrowAnyException());
    }
}
