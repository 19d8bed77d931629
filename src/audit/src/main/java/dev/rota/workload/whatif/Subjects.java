package dev.rota.workload.whatif;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Numbers names from 0 on, in some 40 bytes each. */
public final class Subjects {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int FREE = -1;

    private byte[][] chunks = new byte[0][];
    private int chunkFull = CHUNK_BYTES;
    private int[] slots = filled(1 << 10);
    private int[] chunkOf = new int[256];
    private int[] startOf = new int[256];
    private int[] lengthOf = new int[256];
    private int count;

    private static int[] filled(int length) {
        int[] free = new int[length];
        Arrays.fill(free, FREE);
        return free;
    }

    /** Returns the number of names. */
    public int count() {
        return count;
    }

    /** Returns a name's number, or -1 if it has none. */
    public int find(String name) {
        byte[] bytes = name.getBytes(UTF_8);
        return slots[slot(bytes, 0, bytes.length)];
    }

    /** Returns a name's number, which it is given if it has none. */
    public int number(String name) {
        byte[] bytes = name.getBytes(UTF_8);
        int slot = slot(bytes, 0, bytes.length);
        if (slots[slot] == FREE) {
            slots[slot] = add(bytes);
            if (2 * count > slots.length) {
                grow();
            }
            return count - 1;
        }
        return slots[slot];
    }

    /** Returns the name with a number. */
    public String name(int number) {
        return new String(chunks[chunkOf[number]], startOf[number], lengthOf[number], UTF_8);
    }

    private int add(byte[] bytes) {
        if (count == chunkOf.length) {
            int more = count + (count >> 1);
            chunkOf = Arrays.copyOf(chunkOf, more);
            startOf = Arrays.copyOf(startOf, more);
            lengthOf = Arrays.copyOf(lengthOf, more);
        }
        if (chunkFull + bytes.length > CHUNK_BYTES) {
            chunks = Arrays.copyOf(chunks, chunks.length + 1);
            chunks[chunks.length - 1] = new byte[Math.max(CHUNK_BYTES, bytes.length)];
            chunkFull = 0;
        }
        System.arraycopy(bytes, 0, chunks[chunks.length - 1], chunkFull, bytes.length);
        chunkOf[count] = chunks.length - 1;
        startOf[count] = chunkFull;
        lengthOf[count] = bytes.length;
        chunkFull += bytes.length;
        return count++;
    }

    private void grow() {
        slots = filled(2 * slots.length);
        for (int number = 0; number < count; number++) {
            slots[slot(chunks[chunkOf[number]], startOf[number], lengthOf[number])] = number;
        }
    }

    /** Returns the slot with this name, or the free one where it belongs. */
    private int slot(byte[] bytes, int start, int length) {
        int hash = 1;
        for (int i = start; i < start + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int slot = ((hash * 0x9E3779B9) >>> 7) & (slots.length - 1);
        while (slots[slot] != FREE && !is(slots[slot], bytes, start, length)) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private boolean is(int number, byte[] bytes, int start, int length) {
        int its = startOf[number];
        return Arrays.equals(chunks[chunkOf[number]], its, its + lengthOf[number], bytes, start, start + length);
    }
}
