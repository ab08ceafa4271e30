"""Reads everything of a running server that its OpenAPI document offers, with varied ids, days, filters and forms, over
several connections, and tells how much memory the server took meanwhile; see bench-memory.

    varied_reads.py READS CONNECTIONS [SEED]

Prints `name value` lines. A refusal is an answer like any other here: a filter may not fit the books. A fault is none.
"""

import collections
import http.client
import json
import os
import queue
import random
import re
import sys
import threading
import time
import urllib.parse

URL = urllib.parse.urlsplit(os.environ["COUNTINGHOUSE_URL"])
TOKEN = os.environ["COUNTINGHOUSE_TOKEN"]
STATUS = f"/proc/{os.environ['COUNTINGHOUSE_PID']}/status"
CLEAR = f"/proc/{os.environ['COUNTINGHOUSE_PID']}/clear_refs"
# They do not end, or wait.
LEFT_OUT = {"/api/v1/events/stream"}
LEFT_OUT_PARAMETERS = {"wait", "cursor", "Last-Event-ID"}
# Days of the demo's books.
FIRST_DAY, DAYS = (2010, 12, 1), 374
# How often a parameter that may be left out is there: a page is read as it is more often than filtered.
OFTEN = {"format": 0.5, "limit": 0.5, "asOf": 0.7, "dateFrom": 0.6, "dateTo": 0.6, "knownAt": 0.15}
SELDOM = 0.08
ID = re.compile(r"\b([a-z]{2,5})_[0-9a-z]{26}\b")


class Server:
    """One connection."""

    def __init__(self):
        self.connection = http.client.HTTPConnection(URL.hostname, URL.port, timeout=120)

    def get(self, path):
        self.connection.request("GET", path, headers={"Authorization": f"Bearer {TOKEN}"})
        answer = self.connection.getresponse()
        return answer.status, answer.read()


def memory_kib(name):
    with open(STATUS, encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name))


def day(chance):
    start = time.mktime((*FIRST_DAY, 12, 0, 0, 0, 0, 0))
    return time.strftime("%Y-%m-%d", time.localtime(start + 86_400 * chance.randrange(DAYS)))


class Reads:
    """What may be read, and with what."""

    def __init__(self, server):
        document = json.loads(server.get("/openapi.json")[1])
        self.operations = []
        shared = document.get("components", {}).get("parameters", {})
        for path, item in document["paths"].items():
            if "get" in item and path not in LEFT_OUT:
                parameters = item["get"].get("parameters", [])
                known = [shared[p["$ref"].rsplit("/", 1)[1]] if "$ref" in p else p for p in parameters]
                known = [p for p in known if p["name"] not in LEFT_OUT_PARAMETERS]
                self.operations.append((path, known))
        self.below = {}
        self.by_prefix = collections.defaultdict(set)
        self.values = collections.defaultdict(set)
        self.last_seq = 1
        # Lists first, then what is below one of their resources.
        for path, _ in sorted(self.operations, key=lambda operation: operation[0].count("{")):
            is_list = any(p["name"] == "limit" for p in _)
            if is_list or "{" not in path:
                self.learn(server, path, is_list)

    def learn(self, server, path, is_list):
        filled = self.filled(random.Random(1), path)
        if filled is None:
            return
        status, body = server.get(filled + ("?limit=200" if is_list else ""))
        if status != 200 or not body.startswith(b"{"):
            return
        found = json.loads(body)
        if path == "/api/v1/audit/head":
            self.last_seq = max(1, int(found.get("seq", 1)))
        rows = found.get("data") or found.get("items") or []
        self.below[path] = [row["id"] for row in rows if isinstance(row, dict) and "id" in row]
        for match in ID.finditer(body.decode()):
            self.by_prefix[match[1]].add(match[0])
        for row in rows:
            for name in ("code", "sku", "number", "externalId", "gtin", "currency"):
                if isinstance(row, dict) and isinstance(row.get(name), str):
                    self.values[name].add(row[name])

    def filled(self, chance, path):
        """The path with ids of the list before each of them; `None` where that list is empty."""
        done, pattern = "", ""
        for part in path.strip("/").split("/"):
            if part.startswith("{"):
                ids = self.below.get(pattern)
                if not ids:
                    return None
                done += "/" + urllib.parse.quote(chance.choice(ids))
            else:
                done += "/" + part
            pattern += "/" + part
        return done

    def value(self, chance, parameter):
        name, schema = parameter["name"], parameter.get("schema", {})
        example = str((schema.get("examples") or schema.get("items", {}).get("examples") or [""])[0])
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if schema.get("format") == "date":
            return day(chance)
        if schema.get("type") == "boolean":
            return chance.choice(["true", "false"])
        if schema.get("type") == "integer":
            return str(chance.randint(schema.get("minimum", 0), min(schema.get("maximum", 200), 400)))
        if name in ("knownAt", "from", "to"):
            return f"seq:{chance.randint(1, self.last_seq)}"
        prefix = ID.match(example)
        known = self.by_prefix.get(prefix[1]) if prefix else None
        known = known or self.values.get({"accountCode": "code", "codeFrom": "code", "codeTo": "code"}.get(name, name))
        return chance.choice(sorted(known)) if known else example or None

    def one(self, chance):
        """A path with its query."""
        while True:
            path, parameters = chance.choice(self.operations)
            filled = self.filled(chance, path)
            if filled is None:
                continue
            query = []
            for parameter in parameters:
                often = 1 if parameter.get("required") else OFTEN.get(parameter["name"], SELDOM)
                if parameter["in"] == "query" and chance.random() < often:
                    value = self.value(chance, parameter)
                    query += [(parameter["name"], value)] if value else []
            return filled + ("?" + urllib.parse.urlencode(query) if query else "")


def main():
    reads, connections = int(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    first = Server()
    offered = Reads(first)
    waiting = queue.SimpleQueue()
    for path in [offered.one(chance) for _ in range(reads)]:
        waiting.put(path)
    answers, faults, lengths = collections.Counter(), [], []
    print("start_mib", round(memory_kib("VmRSS:") / 1024))
    try:
        # The highest until here is forgotten: the peak is that of the reads.
        with open(CLEAR, "w", encoding="ascii") as clear:
            clear.write("5")
    except OSError as error:
        print(f"the highest memory until here counts, too: {error}", file=sys.stderr)
    began = time.monotonic()

    def read():
        server = Server()
        while True:
            try:
                path = waiting.get_nowait()
            except queue.Empty:
                return
            try:
                status, body = server.get(path)
            except (OSError, http.client.HTTPException) as error:
                faults.append(f"{path}: {error}")
                server = Server()
                continue
            answers[status] += 1
            lengths.append(len(body))
            if status >= 500 and status != 503:
                faults.append(f"{path}: {status} {body[:200]!r}")

    threads = [threading.Thread(target=read) for _ in range(connections)]
    for thread in threads:
        thread.start()
    done = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.5)
        if os.environ.get("BENCH_TRACE") and sum(answers.values()) - done >= 500:
            done = sum(answers.values())
            print(f"   {done} reads: {memory_kib('VmRSS:') / 1024:.0f} MiB", file=sys.stderr)
    print("peak_mib", round(memory_kib("VmHWM:") / 1024))
    print("after_mib", round(memory_kib("VmRSS:") / 1024))
    time.sleep(10)
    print("rest_mib", round(memory_kib("VmRSS:") / 1024))
    print("operations", len(offered.operations))
    print("reads", sum(answers.values()))
    print("read_mib", round(sum(lengths) / 1_048_576))
    print("seconds", round(time.monotonic() - began - 10))
    for status, count in sorted(answers.items()):
        print(f"status_{status}", count)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


sys.exit(main())
