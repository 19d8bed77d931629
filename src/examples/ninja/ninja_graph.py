#!/usr/bin/env python3
"""Writes a build of ninja as the JSON lines that `rota job graph` reads.

    (ninja -t graph; ninja -t compdb -x) | ninja_graph.py | rota job graph --instance I -

The first has the dependencies between files, the second the command of each output. A step becomes a job named after its
output; steps without a command are passed through. A step without inputs has no command there: give it one.
"""
import json
import re
import shlex
import sys
from collections import defaultdict

graph, end, commands = sys.stdin.read().partition("\n}\n")
if not end:
    sys.exit("ninja_graph.py: expected what 'ninja -t graph' prints, then what 'ninja -t compdb -x' prints")
files = dict(re.findall(r'^"(0x\w+)" \[label="(.*)"\]$', graph, re.M))
rules = dict(re.findall(r'^"(0x\w+)" \[label="(.*)", shape=ellipse\]$', graph, re.M))
inputs, outputs, makers = defaultdict(list), defaultdict(list), {}
for line, (source, target, more) in enumerate(re.findall(r'^"(0x\w+)" -> "(0x\w+)"(?: \[(.*)\])?$', graph, re.M)):
    rule = re.fullmatch(r'label=" (.*)"', more)
    if rule:  # a step of one input and one output is a single arrow
        step = line
        rules[step] = rule[1]
        inputs[step].append(source)
    elif target in rules:
        inputs[target].append(source)
        continue
    else:
        step = source
    outputs[step].append(target)
    makers[target] = step

commands = {each["output"]: each for each in json.loads(commands)}
unnamed = defaultdict(list)  # outputs that the graph does not name, by the first input of their command
for output in commands.keys() - set(files.values()):
    unnamed[commands[output]["file"]].append(output)
jobs = {}
for step in dict.fromkeys(makers.values()):
    if rules[step] == "phony":
        continue
    first = outputs[step][0]
    if first not in files:
        found = unnamed[files.get(inputs[step][0])] if inputs[step] else []
        if len(found) != 1:
            sys.exit(f"ninja_graph.py: a step's first output is one of {sorted(found)}: name them as targets of ninja -t graph")
        files[first] = found[0]
    if files[first] not in commands:
        sys.exit(f"ninja_graph.py: expected the command that makes {files[first]}: does it have inputs?")
    if commands[files[first]]["command"]:
        jobs[step] = files[first]


def before(step, seen):
    """Returns the jobs that make the inputs of a step, through steps without a command."""
    made = {makers[each] for each in inputs[step] if each in makers} - seen
    seen |= made
    return set().union(*({jobs[each]} if each in jobs else before(each, seen) for each in made))


for step, job in jobs.items():
    folders = sorted({files[each].rpartition("/")[0] for each in outputs[step] if each in files} - {""})
    script = [f"cd {shlex.quote(commands[job]['directory'])} || exit 1", *(f"mkdir -p {shlex.quote(each)}" for each in folders)]
    print(json.dumps({"job": job, "after": sorted(before(step, set())), "payload": "\n".join([*script, commands[job]["command"], ""])}))
