/// What people use for a part of the job, over a source that is a folder of files or one file.
extension Contestant {
  static func copyThenOpenSSL(_ source: String) -> Contestant {
    Contestant(copyThenOpenSSL, missing: Programs.missing("cp", "find", "openssl")) {
      .shell(
        #"cp -r -- "$1" "$2" && find "$2" -type f -exec openssl dgst -sha256 {} + >/dev/null"#,
        source, $0)
    }
  }

  static func copyThenSHA256Sum(_ source: String) -> Contestant {
    Contestant(copyThenSHA256Sum, missing: Programs.missing("cp", "find", "sha256sum")) {
      .shell(
        #"cp -r -- "$1" "$2" && find "$2" -type f -exec sha256sum {} + >/dev/null"#, source, $0)
    }
  }

  static func copy(_ source: String) -> Contestant {
    Contestant(copy, missing: Programs.missing("cp")) {
      BenchCommand("cp", ["-r", "--", source, $0])
    }
  }

  static func copyThenSync(_ source: String) -> Contestant {
    Contestant(copyThenSync, missing: Programs.missing("cp", "sync")) {
      .shell(#"cp -r -- "$1" "$2" && sync -f "$2""#, source, $0)
    }
  }

  static func openSSL(_ source: String) -> Contestant {
    Contestant(openSSL, missing: Programs.missing("find", "openssl")) { _ in
      .shell(#"find "$1" -type f -exec openssl dgst -sha256 {} + >/dev/null"#, source)
    }
  }

  static func python(_ source: String, _ programs: Programs) -> Contestant {
    let tool = programs.tool("copy_and_hash.py")
    return Contestant(python, missing: tool.missing ?? Programs.missing("python3")) {
      BenchCommand("python3", [tool.path, source, $0])
    }
  }

  static func foundation(_ source: String, _ programs: Programs) -> Contestant {
    let tool = programs.tool("foundation-peer")
    return Contestant(foundation, missing: tool.missing) { BenchCommand(tool.path, [source, $0]) }
  }

  static func go(_ source: String, _ programs: Programs) -> Contestant {
    let tool = programs.tool("go-copy")
    return Contestant(go, missing: tool.missing.map { "\($0); needs golang-go" }) {
      BenchCommand(tool.path, [source, $0])
    }
  }

  /// The limit: read, hash, write, and nothing else.
  static func reference(_ source: String, threads: Int, _ programs: Programs) -> Contestant {
    let tool = programs.tool("reference")
    return Contestant(reference(threads: threads), missing: tool.missing) {
      BenchCommand(tool.path, ["--threads", "\(threads)", source, $0])
    }
  }

  // Names, by which results are compared.
  static let copyThenOpenSSL = "cp -r, then openssl dgst -sha256"
  static let copyThenSHA256Sum = "cp -r, then sha256sum"
  static let copy = "cp -r alone"
  static let copyThenSync = "cp -r, then sync -f"
  static let openSSL = "openssl dgst alone"
  static let python = "Python, two threads"
  static let foundation = "Foundation, two threads"
  static let go = "Go, two goroutines"

  static func reference(threads: Int) -> String {
    "C reference, \(threads == 1 ? "one thread" : "\(threads) threads")"
  }
}
