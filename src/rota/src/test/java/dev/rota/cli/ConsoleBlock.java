package dev.rota.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced {@code console} block of a page: commands and their output.
 *
 * @param byHand whether tests skip the block's commands: {@code ```console by-hand}
 */
record ConsoleBlock(Path page, boolean byHand, List<Command> commands) {

    private static final String FENCE = "```";
    private static final String PROMPT = "$ ";
    private static final String HERE_DOCUMENT = "<<'END'";

    /**
     * A command after a {@code $}.
     *
     * @param line its line number in the page
     * @param input the lines of its here-document
     * @param output the lines below it
     */
    record Command(int line, String text, List<String> input, List<String> output) {}

    static List<ConsoleBlock> of(Path page) throws IOException {
        List<ConsoleBlock> blocks = new ArrayList<>();
        List<String> lines = Files.readAllLines(page);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(FENCE)) {
                String kind = lines.get(i).substring(FENCE.length());
                int end = i + 1;
                while (!lines.get(end).equals(FENCE)) {
                    end++;
                }
                if (kind.startsWith("console")) {
                    blocks.add(
                            new ConsoleBlock(page, kind.equals("console by-hand"), commands(page, lines, i + 1, end)));
                } else if (lines.subList(i, end).stream().anyMatch(line -> line.startsWith(PROMPT))) {
                    throw new AssertionError(page + ":" + (i + 1) + ": expected commands in a console block");
                }
                i = end;
            }
        }
        return blocks;
    }

    private static List<Command> commands(Path page, List<String> lines, int from, int to) {
        List<Command> commands = new ArrayList<>();
        for (int i = from; i < to; ) {
            if (!lines.get(i).startsWith(PROMPT)) {
                throw new AssertionError(page + ":" + (i + 1) + ": expected a command before its output");
            }
            Command command =
                    new Command(i + 1, lines.get(i).substring(PROMPT.length()), new ArrayList<>(), new ArrayList<>());
            i++;
            if (command.text().endsWith(HERE_DOCUMENT)) {
                for (; !lines.get(i).equals("END"); i++) {
                    command.input().add(lines.get(i));
                }
                i++;
            }
            for (; i < to && !lines.get(i).startsWith(PROMPT); i++) {
                command.output().add(lines.get(i));
            }
            commands.add(command);
        }
        return commands;
    }
}
