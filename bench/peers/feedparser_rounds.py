"""Reads the files named on the first line of standard input, as JSON, with feedparser. Each further line asks for one
round over all of them; the answer is a line with the seconds that feedparser.parse took, and the entries it found."""
import json
import sys
import time

import feedparser

documents = [open(path, "rb").read() for path in json.loads(sys.stdin.readline())]
print(json.dumps({"version": feedparser.__version__}), flush=True)
for _ in sys.stdin:
    entries = 0
    started = time.perf_counter()
    for document in documents:
        try:
            entries += len(feedparser.parse(document).entries)
        except Exception:  # a document it cannot read costs what it cost
            pass
    print(json.dumps({"seconds": time.perf_counter() - started, "entries": entries}), flush=True)
