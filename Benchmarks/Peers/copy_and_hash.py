"""Copies the files of a folder with their SHA-256, in two threads: copy_and_hash.py SOURCE DESTINATION."""

import concurrent.futures
import hashlib
import os
import sys

source, destination = sys.argv[1:3]


def copy(name):
    digest = hashlib.sha256()
    with open(f"{source}/{name}", "rb", 0) as reader, open(f"{destination}/{name}", "xb", 0) as writer:
        # Both let go of the interpreter's lock while they work.
        while piece := reader.read(256 << 10):
            digest.update(piece)
            writer.write(piece)
    return digest.hexdigest()


os.mkdir(destination)
with concurrent.futures.ThreadPoolExecutor(2) as threads:
    digests = list(threads.map(copy, sorted(os.listdir(source))))
print(len(digests))
