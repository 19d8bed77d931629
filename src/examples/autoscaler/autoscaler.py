"""Starts and drains bots by jobs.demand: autoscaler.py ROTA COHORT BOTS_MAX [NAME=VALUE...] -- COMMAND..."""
import json, signal, subprocess, sys, threading, time

options, command = sys.argv[1:sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1:]
rota, cohort, bots_max, properties = options[0], options[1], int(options[2]), options[3:]
words = [word for p in properties for word in ("--property", p)] + ["--"] + command
latest, bots, started, idle_since = {}, [], 0, None
demand = subprocess.Popen([rota, "consume", "jobs.demand", "--from-beginning", "--key", cohort], stdout=subprocess.PIPE)


def read():
    for line in demand.stdout:
        latest.update(json.loads(line))


def mine(kind):  # whether the bots that this starts can run the kind: others do not help it
    return all(p["name"] + "=" + p["value"] in properties for p in kind["requirements"])


threading.Thread(target=read, daemon=True).start()
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda *_: sys.exit(0))
try:
    while demand.poll() is None:
        time.sleep(1)
        bots = [bot for bot in bots if bot.poll() is None]
        kinds = [kind for kind in latest.get("kinds", []) if mine(kind)]
        starting = sum(time.time() - bot.began < 10 for bot in bots)
        for _ in range(min(sum(kind["slotsWanted"] for kind in kinds) - starting, bots_max - len(bots))):
            started += 1
            bots.append(subprocess.Popen([rota, "bot", "--bot", f"auto-{started}"] + words))
            bots[-1].began = time.time()
        idle_since = None if any(kind["running"] + kind["queued"] for kind in kinds) else idle_since or time.time()
        if idle_since and time.time() - idle_since > 5:
            for bot in bots:
                bot.terminate()  # it lets its command finish, and closes its session
    sys.exit("the demand can no longer be read")
finally:
    for process in bots + [demand]:
        process.terminate()
