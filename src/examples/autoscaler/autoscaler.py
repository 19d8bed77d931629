"""Starts and drains bots by jobs.demand: autoscaler.py ROTA COHORT BOTS_MAX [NAME=VALUE...] -- COMMAND..."""
import json, signal, subprocess, sys, threading, time

options, command = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
rota, cohort, bots_max, properties = options[0], options[1], int(options[2]), set(options[3:])
latest, bots, started, idle_since = {}, [], 0, None


def read():
    with subprocess.Popen([rota, "consume", "jobs.demand", "--from-beginning", "--key", cohort],
                          stdout=subprocess.PIPE, text=True) as demand:
        for line in demand.stdout:
            latest.update(json.loads(line))


def mine(kind):
    """Whether the bots that this starts can run the kind: others do not help it."""
    return {p["name"] + "=" + p["value"] for p in kind["requirements"]} <= properties


def stop(*_):
    sys.exit(0)


threading.Thread(target=read, daemon=True).start()
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, stop)
try:
    while True:
        time.sleep(1)
        bots = [bot for bot in bots if bot.poll() is None]
        kinds = [kind for kind in latest.get("kinds", []) if mine(kind)]
        wanted = sum(kind["slotsWanted"] for kind in kinds)
        busy = sum(kind["running"] + kind["queued"] for kind in kinds)
        idle_since = None if busy else idle_since or time.time()
        for _ in range(min(wanted - sum(time.time() - bot.began < 10 for bot in bots), bots_max - len(bots))):
            started += 1
            bots.append(subprocess.Popen([rota, "bot", "--bot", f"auto-{started}"]
                                         + [word for p in sorted(properties) for word in ("--property", p)] + ["--"] + command))
            bots[-1].began = time.time()
        if idle_since and time.time() - idle_since > 5:
            for bot in bots:
                bot.terminate()  # it lets its command finish, and closes its session
finally:
    for bot in bots:
        bot.terminate()
