"""Recomputes the placement of a network's chunks by the rules of PLACEMENT.md, with Python's standard library alone.

usage: placement.py FILE...   JSON lines as `rota simulate chunks` reads and writes them: policies, pings, catalog and
                              statuses of one network, up to the epoch. Prints the digest of the epoch that they make.
"""
import hashlib
import json
import re
import sys
from bisect import bisect_left

MASK = (1 << 64) - 1
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
DEFAULTS = {"datasets": [], "saturation": 0.99, "minReplication": 1, "rings": 6000, "capacityBytes": None,
            "ignoreReliability": False, "order": "REPLICA_MAJOR", "referenceDigest": False}


def seahash(data):
    def diffuse(x):
        x = x * 0x6EED0E9DA4D94A4F & MASK
        x ^= (x >> 32) >> (x >> 60)
        return x * 0x6EED0E9DA4D94A4F & MASK
    a, b, c, d = 0x16F11FE89B0D677C, 0xB480A793D8E6C86C, 0x6FE2E5AAF078EBC9, 0x14F994A4C5259381
    for i in range(0, len(data), 8):
        a, b, c, d = b, c, d, diffuse(a ^ int.from_bytes(data[i:i + 8], "little"))
    return diffuse(a ^ b ^ c ^ d ^ len(data))


def numbered(data, number):
    return data + b":" + number.to_bytes(2, "little")


def id_bytes(worker):
    if re.fullmatch("0x([0-9a-fA-F]{2})*", worker):
        return bytes.fromhex(worker[2:])
    if re.match("12D3Koo|16Uiu2|Qm", worker) and all(digit in BASE58 for digit in worker):
        number = 0
        for digit in worker:
            number = number * 58 + BASE58.index(digit)
        ones = len(worker) - len(worker.lstrip("1"))
        return bytes(ones) + number.to_bytes((number.bit_length() + 7) // 8, "big")
    return worker.encode()


def version(text):
    """A key by which semantic versions are ordered; None where the text is none."""
    found = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?", text or "")
    if not found:
        return None
    pre = [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in (found[4] or "").split(".") if part]
    return [int(found[i]) for i in (1, 2, 3)], not pre, pre


def wanted(chunks, policy):
    """The chunks that the policy places, in global order, as (dataset, id, number, size, weight, least version)."""
    found = []
    for rule in policy["datasets"] or [{"dataset": dataset} for dataset in {c[0] for c in chunks}]:
        own = [chunk for chunk in chunks if chunk[0] == rule["dataset"]]
        blocks = [[int(part) for part in re.split("[/-]", chunk[1])[1:3]] for chunk in own]
        greatest, froms = max((last for _, last in blocks), default=0), []
        for segment in rule.get("segments") or []:
            start = segment.get("from", 0)
            froms.append(start if start >= 0 else max([greatest + start] + froms[-1:]))
        for chunk, (first, _) in zip(own, blocks):
            at = [i for i, start in enumerate(froms) if start <= first]
            if at or not froms:
                segment = rule["segments"][at[-1]] if froms else {}
                found.append(chunk + (segment.get("weight", 1), segment.get("minVersion")))
    return sorted(found, key=lambda chunk: (chunk[0].encode(), chunk[1].encode()))


def placeable(chunks, workers, policy):
    """All chunks but those of datasets of which one could not be placed even if nothing else were there."""
    without = set()
    for dataset, _, _, size, _, least in chunks:
        able = [w for w in workers if w[1] >= size and (least is None or (w[2] and w[2] >= version(least)))]
        if len(able) < policy["minReplication"] <= len(workers):
            without.add(dataset)
    return [chunk for chunk in chunks if chunk[0] not in without]


def factors(chunks, capacity, policy, count):
    """The replicas of each weight."""
    least, sizes = policy["minReplication"], {}
    for chunk in chunks:
        sizes[chunk[4]] = sizes.get(chunk[4], 0) + chunk[3]
    usable = int(policy["saturation"] * float(capacity))
    if count < least or least * sum(sizes.values()) > usable:
        sys.exit("NOT_ENOUGH_CAPACITY: less room than the least replication takes")
    rest, fixed, mult = sum(weight * size for weight, size in sizes.items()), 0, 0.0
    for weight in sorted(weight for weight in sizes if sizes[weight]):
        mult = float(max(0, usable - fixed)) / float(rest)
        if int(mult * weight) >= least:
            break
        fixed, rest = fixed + least * sizes[weight], rest - weight * sizes[weight]
    return {weight: min(count, max(least, int(mult * weight))) if sizes[weight] else count for weight in sizes}


def place(workers, chunks, policy):
    """One pass, from empty: the chunks' numbers by worker, whose index is its place in the list."""
    rings, held, used = {}, [{} for _ in workers], [0] * len(workers)

    def add(chunk, replica):
        dataset, name, number, size, _, least = chunk
        position = seahash(numbered((dataset + "/" + name).encode(), replica))
        at = position % policy["rings"]
        if at not in rings:
            rings[at] = sorted((seahash(numbered(worker[0], at)), i) for i, worker in enumerate(workers))
        ring = rings[at]
        start = bisect_left(ring, (position, -1))
        for _, i in ring[start:] + ring[:start]:
            fits = number not in held[i] and used[i] + size <= workers[i][1]
            if fits and (least is None or (workers[i][2] and workers[i][2] >= version(least))):
                held[i][number] = chunk
                used[i] += size
                return True
        return False

    def must(chunk, replica):
        if not add(chunk, replica):
            sys.exit("NOT_ENOUGH_CAPACITY: no room for %s/%s" % chunk[:2])

    if chunks:
        least, of = policy["minReplication"], factors(chunks, sum(w[1] for w in workers), policy, len(workers))
        groups = [[c for c in chunks if c[5] is not None], [c for c in chunks if c[5] is None]]
        if policy["order"] == "CHUNK_MAJOR":
            for chunk in groups[0] + groups[1]:
                for replica in range(of[chunk[4]]):
                    must(chunk, replica)
        else:
            for group in groups:
                for replica in range(least):
                    for chunk in group:
                        must(chunk, replica)
            refused = set()
            for replica in range(least, max(of.values())):
                for chunk in groups[0] + groups[1]:
                    if of[chunk[4]] > replica and chunk[2] not in refused and not add(chunk, replica):
                        refused.add(chunk[2])
    return {worker[0]: list(own.values()) for worker, own in zip(workers, held)}


def digest(held, policy):
    """The digest of an epoch, over its workers in the order of their id bytes."""
    text = lambda data: len(data).to_bytes(4, "big") + data
    whole = hashlib.sha256()
    for worker in sorted(held):
        head = text(worker) + len(held[worker]).to_bytes(4, "big")
        if policy["referenceDigest"]:
            own = sorted((chunk[0].encode(), chunk[1].encode()) for chunk in held[worker])
            whole.update(head + b"".join(text(dataset) + text(name) for dataset, name in own))
        else:
            own = sorted((chunk[2], chunk[3]) for chunk in held[worker])
            own = b"".join(number.to_bytes(4, "big") + size.to_bytes(8, "big") for number, size in own)
            whole.update(hashlib.sha256(head + own).digest())
    return whole.hexdigest()


def main():
    policy, chunks, pings, statuses = DEFAULTS, {}, {}, {}
    for line in (line for file in sys.argv[1:] for line in open(file, encoding="utf-8") if line.strip()):
        record = json.loads(line)
        topic, value = record["topic"].rsplit(".", 1)[-1], record["value"]
        if topic == "policies":
            policy = {**DEFAULTS, **value}
        elif topic == "workers" and "WorkerPing" in value["event"]:
            pings[value["worker"]] = value["event"]["WorkerPing"]
        elif topic == "worker-status":
            statuses[value["worker"]] = value["status"]
        elif topic == "catalog":
            for number in value["removed"]:
                chunks.pop(number, None)
            for i, chunk in enumerate(value["chunks"]):
                number = value["firstNumber"] + i
                chunks[number] = (value["dataset"], chunk["id"], number, chunk["size"])
    workers = {False: [], True: []}
    for worker, status in statuses.items():
        ping = pings[worker]
        capacity = ping.get("capacityBytes") if ping.get("capacityBytes") is not None else policy["capacityBytes"]
        if capacity is not None and status not in ("GONE", "DRAINING", "DRAINED"):
            workers[status == "ONLINE"].append((id_bytes(worker), capacity, version(ping.get("version"))))
    reliable, others = sorted(workers[True], key=lambda w: w[0]), sorted(workers[False], key=lambda w: w[0])
    want = wanted(list(chunks.values()), policy)
    if policy["ignoreReliability"]:
        reliable, others = reliable + others, []
    want = placeable(want, reliable, policy)
    held = place(reliable, want, policy)
    print(digest({**place(reliable + others, want, policy), **held} if others else held, policy))


main()
