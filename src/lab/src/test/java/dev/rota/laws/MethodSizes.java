package dev.rota.laws;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds methods and constructors that are too long, or take too many parameters, to be read at a glance, and records
 * with so many components that nobody can tell them apart by their positions.
 */
final class MethodSizes {

    static final int LINES_MAX = 60;
    static final int PARAMETERS_MAX = 8;
    static final int COMPONENTS_MAX = 12;

    private MethodSizes() {}

    /** Returns a line about each method of the sources that is too large. */
    static List<String> tooLarge(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<String> found = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                new TreePathScanner<Void, Void>() {
                    @Override
                    public Void visitMethod(MethodTree method, Void none) {
                        long begin = positions.getStartPosition(unit, method);
                        long end = positions.getEndPosition(unit, method);
                        long lines = unit.getLineMap().getLineNumber(end)
                                - unit.getLineMap().getLineNumber(begin)
                                + 1;
                        String where = unit.getSourceFile().getName() + ": " + method.getName();
                        if (lines > LINES_MAX) {
                            found.add(where + " has " + lines + " lines");
                        }
                        // The components of a record are its content, which a compact constructor repeats.
                        boolean isOfRecord =
                                getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.RECORD
                                        && method.getReturnType() == null;
                        if (method.getParameters().size() > PARAMETERS_MAX && !isOfRecord) {
                            found.add(where + " has " + method.getParameters().size() + " parameters");
                        }
                        return super.visitMethod(method, null);
                    }

                    @Override
                    public Void visitClass(ClassTree type, Void none) {
                        long components = type.getKind() != Tree.Kind.RECORD
                                ? 0
                                : type.getMembers().stream()
                                        .filter(member -> member instanceof VariableTree variable
                                                && !variable.getModifiers()
                                                        .getFlags()
                                                        .contains(Modifier.STATIC))
                                        .count();
                        if (components > COMPONENTS_MAX) {
                            found.add(unit.getSourceFile().getName() + ": " + type.getSimpleName() + " has "
                                    + components + " components");
                        }
                        return super.visitClass(type, null);
                    }
                }.scan(unit, null);
            }
            return found;
        }
    }
}
