package dev.rota.worker;

import java.lang.reflect.InvocationTargetException;

/** Creates executors by class name. */
public final class ExecutorLoader {

    private ExecutorLoader() {}

    /**
     * Creates an executor of a class with a public no-argument constructor; {@code Ledger} names the built-in one.
     *
     * @throws WorkerRefused if there is no such class, it is not an executor, or it cannot be instantiated
     */
    public static TransactionExecutor of(String name) {
        if (name.equals(Ledger.class.getSimpleName())) {
            return new Ledger();
        }
        try {
            return Class.forName(name)
                    .asSubclass(TransactionExecutor.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException | LinkageError e) {
            throw new WorkerRefused("expected a class " + name + " on the class path, but it cannot be loaded: " + e);
        } catch (ClassCastException e) {
            throw new WorkerRefused(
                    "expected " + name + " to be a " + TransactionExecutor.class.getName() + ", but it is none");
        } catch (InvocationTargetException e) {
            throw new WorkerRefused("expected an executor of " + name + ", but its constructor throws " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new WorkerRefused(
                    "expected " + name + " to be a public class with a public constructor without parameters, but "
                            + e.getClass().getSimpleName());
        }
    }
}
