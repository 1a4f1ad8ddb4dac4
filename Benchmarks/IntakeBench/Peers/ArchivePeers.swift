/// What people use to pack the files below a folder, at the level that the evidence has.
struct ArchivePeers {
  /// The folder whose content is packed.
  let members: String
  let programs: Programs

  var bsdtarZip: Contestant {
    let members = members
    return Contestant("bsdtar, zip at level 6", missing: Programs.missing("bsdtar")) {
      BenchCommand(
        "bsdtar",
        ["-c", "--format", "zip", "--options", "zip:compression-level=6", "-f", $0, "."],
        in: members)
    }
  }

  var zip: Contestant {
    let members = members
    return Contestant("zip -6", missing: Programs.missing("zip")) {
      BenchCommand("zip", ["-q", "-6", "-r", "\($0).zip", "."], in: members)
    }
  }

  var zipStoringMedia: Contestant {
    let members = members
    return Contestant("zip -6 -n .jpg", missing: Programs.missing("zip")) {
      BenchCommand("zip", ["-q", "-6", "-n", ".jpg", "-r", "\($0).zip", "."], in: members)
    }
  }

  var python: Contestant {
    let members = members
    let tool = programs.tool("zip_members.py")
    return Contestant("Python zipfile", missing: tool.missing ?? Programs.missing("python3")) {
      BenchCommand("python3", [tool.path, members, $0])
    }
  }

  var bsdtarZstandard: Contestant {
    let members = members
    return Contestant("bsdtar, zstd at level 9", missing: Programs.missing("bsdtar")) {
      BenchCommand(
        "bsdtar", ["-c", "--zstd", "--options", "zstd:compression-level=9", "-f", $0, "."],
        in: members)
    }
  }

  var tar: Contestant {
    let members = members
    return Contestant("tar with zstd -9", missing: Programs.missing("tar", "zstd")) {
      BenchCommand("tar", ["-c", "-I", "zstd -9", "-f", $0, "."], in: members)
    }
  }
}
