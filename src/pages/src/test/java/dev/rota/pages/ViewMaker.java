package dev.rota.pages;

import dev.rota.engine.Nullable;
import dev.rota.pages.view.DecisionView;
import gg.jte.Content;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Makes random view objects for a template, with texts from a supplier. */
final class ViewMaker {

    /** Texts that are used in attributes only, or that templates escape themselves: unescaped input. */
    private static final Set<String> RAW = Set.of(
            "Timeline.unit",
            "Timeline.id",
            "Choice.value",
            "UnitState.unit",
            "NetworkView.unit",
            "WorkerTable.filter",
            "ChunkView.unit",
            "ChunkView.chunk",
            "DatasetView.unit",
            "DatasetView.dataset",
            "DatasetView.from",
            "PlanView.unit",
            "FormView.unit",
            "SubjectView.unit",
            "SubjectView.id",
            "Evidence.unit",
            "UnitList.filter",
            "Frame.query",
            "TaskView.id",
            "Ask.value");

    /** Addresses, which only {@link Url} makes. */
    private static final Set<String> ADDRESSES = Set.of("events", "older", "again");

    private final Random shape;
    private final Supplier<String> texts;
    private final boolean raw;

    /** @param shape decides the number of items in each list, and which values are empty */
    ViewMaker(Random shape, Supplier<String> texts) {
        this(shape, texts, false);
    }

    private ViewMaker(Random shape, Supplier<String> texts, boolean raw) {
        this.shape = shape;
        this.texts = texts;
        this.raw = raw;
    }

    /** Returns a maker of what pages read, whose texts are as users wrote them. */
    static ViewMaker ofRaw(Random shape, Supplier<String> texts) {
        return new ViewMaker(shape, texts, true);
    }

    Object make(Class<?> type) {
        return record(type, type.getSimpleName());
    }

    private Object record(Class<?> type, String name) {
        try {
            RecordComponent[] components = type.getRecordComponents();
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(components[i].getGenericType(), name, components[i].getName());
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            return type.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.toString(), e);
        }
    }

    private @Nullable Object value(Type type, String owner, String name) {
        if (type == String.class) {
            return shape.nextInt(6) == 0 ? "" : text(owner, name);
        } else if (type == boolean.class) {
            return shape.nextBoolean();
        } else if (type == int.class) {
            return shape.nextInt(101);
        } else if (type == long.class) {
            return (long) shape.nextInt(101);
        } else if (type == BigInteger.class) {
            return BigInteger.valueOf(shape.nextInt(101));
        } else if (type == double.class) {
            return shape.nextDouble();
        } else if (type == Integer.class || type == Long.class || type == Double.class || type == Boolean.class) {
            return value(MethodType.methodType((Class<?>) type).unwrap().returnType(), owner, name);
        } else if (type instanceof ParameterizedType map && Map.class.isAssignableFrom((Class<?>) map.getRawType())) {
            SortedMap<Object, Object> values = new TreeMap<>();
            for (int i = shape.nextInt(3); i > 0; i--) {
                values.put(
                        value(map.getActualTypeArguments()[0], owner, name),
                        value(map.getActualTypeArguments()[1], owner, name));
            }
            return values;
        } else if (type instanceof ParameterizedType list) {
            List<Object> values = new ArrayList<>();
            int size = shape.nextInt(3);
            for (int i = 0; i < size; i++) {
                values.add(value(list.getActualTypeArguments()[0], owner, name));
            }
            return values;
        }
        if (type == Content.class) {
            String text = texts.get();
            return (Content) output -> output.writeUserContent(Show.text(text));
        }
        Class<?> record = (Class<?>) type;
        if (record.isEnum()) {
            return record.getEnumConstants()[shape.nextInt(record.getEnumConstants().length)];
        }
        if (!record.isRecord()) {
            throw new IllegalArgumentException(owner + "." + name + " is a " + record);
        }
        boolean asked = owner.equals("Ask") && record == DecisionView.Pair.class;
        return record(record, asked ? "Ask" : record.getSimpleName());
    }

    private String text(String owner, String name) {
        String text = texts.get();
        if (raw) {
            return text;
        }
        if (ADDRESSES.contains(name) || name.endsWith("url") || name.endsWith("Url")) {
            return Url.of("/page", "id", text);
        }
        return RAW.contains(owner + "." + name) ? text : Show.text(text);
    }
}
