"""Writes the files below a folder to a zip by Python's zipfile, deflated at level 6: zip_members.py FOLDER ARCHIVE."""

import os
import sys
import zipfile

folder, archive = sys.argv[1:3]
with zipfile.ZipFile(archive, "x", zipfile.ZIP_DEFLATED, compresslevel=6) as writer:
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(place, name)
            writer.write(path, os.path.relpath(path, folder))
