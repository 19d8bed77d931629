package dev.rota.stream.intake;

/**
 * The way in which records of a topic are made log records: one reading may accept what another refuses, or choose
 * another unit, and so append the same record to another log partition, where it would not be recognized as a
 * duplicate. A position therefore contains the reading of the records beyond it that may be in the log already.
 */
public sealed interface Reading {

    /** The newest rules of the build that reads an input of the domain. */
    record Rules(int number) implements Reading {
        @Override
        public Rules with(int other) {
            return new Rules(other);
        }
    }

    /** The version of the mapping by which an adopted topic is read. */
    record MappingVersion(int number) implements Reading {
        @Override
        public MappingVersion with(int other) {
            return new MappingVersion(other);
        }
    }

    /** Returns the number, the only part of a reading that a position's text contains. */
    int number();

    /** Returns the reading of the same kind with another number. */
    Reading with(int other);
}
