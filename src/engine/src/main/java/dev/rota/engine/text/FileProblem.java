package dev.rota.engine.text;

import java.io.IOException;

/** Says why a file cannot be read or written. */
public final class FileProblem {

    private FileProblem() {}

    /** Returns a phrase. The types of these exceptions are Java's words, and some have no message but the file's name. */
    public static String of(IOException problem) {
        return switch (problem.getClass().getSimpleName()) {
            case "NoSuchFileException", "FileNotFoundException" -> "no such file or folder";
            case "AccessDeniedException" -> "permission denied";
            case "NotDirectoryException" -> "it is not a folder";
            case "DirectoryNotEmptyException" -> "the folder is not empty";
            case "FileAlreadyExistsException" -> "it exists already";
            case "MalformedInputException", "UnmappableCharacterException" -> "it is not UTF-8";
            default -> problem.getMessage() == null ? problem.getClass().getSimpleName() : problem.getMessage();
        };
    }
}
