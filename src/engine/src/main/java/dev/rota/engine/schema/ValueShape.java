package dev.rota.engine.schema;

import dev.rota.engine.RefusedException;
import java.util.List;

/** The expected layout of a value's bytes, for one schema. Checking moves the cursor past the value. */
abstract class ValueShape {

    /** The shape of a null, or of a fixed of size 0. */
    static final ValueShape EMPTY = new ValueShape() {
        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.count(1);
        }
    };

    static final ValueShape INT = new ValueShape() {
        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.skipNumber(5);
        }
    };

    static final ValueShape LONG = new ValueShape() {
        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.skipNumber(10);
        }
    };

    static final ValueShape BYTES = new ValueShape() {
        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.skip(cursor.number(10));
        }
    };

    static final ValueShape TEXT = new ValueShape() {
        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.text();
        }
    };

    abstract void check(ValueCursor cursor) throws RefusedException;

    static ValueShape fixed(int size) {
        return size == 0
                ? EMPTY
                : new ValueShape() {
                    @Override
                    void check(ValueCursor cursor) throws RefusedException {
                        cursor.skip(size);
                    }
                };
    }

    static ValueShape symbol(int symbols) {
        return new ValueShape() {
            @Override
            void check(ValueCursor cursor) throws RefusedException {
                cursor.choice(symbols, "an enum's symbol");
            }
        };
    }

    static ValueShape union(List<ValueShape> branches) {
        ValueShape[] all = branches.toArray(ValueShape[]::new);
        return new ValueShape() {
            @Override
            void check(ValueCursor cursor) throws RefusedException {
                int branch = cursor.choice(all.length, "a union's branch");
                if (all[branch] != EMPTY) {
                    all[branch].check(cursor);
                }
            }
        };
    }

    static ValueShape array(ValueShape item) {
        return new Blocks(item, false);
    }

    static ValueShape map(ValueShape value) {
        return new Blocks(value, true);
    }

    /** The shape of a record. Its fields are set after construction, since it may contain itself. */
    static final class Fields extends ValueShape {
        private ValueShape[] fields = {};

        void set(List<ValueShape> shapes) {
            fields = shapes.toArray(ValueShape[]::new);
        }

        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.enter();
            if (fields.length == 0) {
                cursor.count(1);
            }
            for (ValueShape field : fields) {
                field.check(cursor);
            }
            cursor.leave();
        }
    }

    /**
     * The shape of an array or a map: blocks of items, each preceded by the item count and optionally the length in
     * bytes.
     */
    private static final class Blocks extends ValueShape {
        private final ValueShape item;
        private final boolean keyed;

        Blocks(ValueShape item, boolean keyed) {
            this.item = item;
            this.keyed = keyed;
        }

        @Override
        void check(ValueCursor cursor) throws RefusedException {
            cursor.enter();
            for (long count = cursor.number(10); count != 0; count = cursor.number(10)) {
                if (count > 0) {
                    items(cursor, count);
                } else {
                    // Readers use the count and skippers the length, so the two must agree.
                    long length = cursor.number(10);
                    int from = cursor.at();
                    items(cursor, count == Long.MIN_VALUE ? Long.MAX_VALUE : -count);
                    if (cursor.at() - from != length) {
                        throw ValueCursor.undecodable(
                                "expected a block of " + length + " bytes, but its items take " + (cursor.at() - from));
                    }
                }
            }
            cursor.leave();
        }

        private void items(ValueCursor cursor, long count) throws RefusedException {
            cursor.count(count);
            for (long i = 0; i < count; i++) {
                if (keyed) {
                    cursor.text();
                }
                item.check(cursor);
            }
        }
    }
}
