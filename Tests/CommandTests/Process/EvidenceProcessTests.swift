import IntakeModel
import IntakeTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// `intake evidence` as a shell starts it, in a repository of its own.
@Suite(.timeLimit(.minutes(10)), .enabled(if: EvidencePlace.isPossible, "git is not installed"))
struct EvidenceProcessTests {
  private let place: EvidencePlace

  init() async throws { place = try await EvidencePlace() }

  private func output(_ run: ChildProcess.Ending) -> String { run.output + run.errorOutput }

  @Test func `evidence is exported, verified, and tied to its commit`() async throws {
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "-o", "out/e.zip")
    #expect(export.status == .exited(0), "\(output(export))")
    #expect(export.output.contains("RESULT   WARNED\n"))
    #expect(export.errorOutput.contains("contract: absent"))
    let verify = try await place.intake("evidence", "verify", "out/e.zip", "--change", "HEAD")
    #expect(verify.status == .exited(0), "\(output(verify))")
    #expect(verify.output.contains("\nmembers    holds"))
    #expect(verify.output.contains("\nchange     holds    \(place.commit)\n"))
    try await place.sh("git commit -q --allow-empty -m Second")
    let other = try await place.intake(
      "evidence", "verify", "out/e.zip", "--change", "HEAD", "--json")
    #expect(other.status == .exited(1))
    #expect(other.output.contains(#""isVerified":false"#))
    #expect(other.output.contains("it is about the commit \(place.commit), not "))
  }

  @Test func `without results it is red, and written all the same`() async throws {
    let export = try await place.intake("evidence", "export", "-o", "out/e.zip", "--json")
    #expect(export.status == .exited(1))
    #expect(export.output.contains(#""result":"FAILED""#))
    #expect(export.output.contains("there are no test results"))
    let verify = try await place.intake("evidence", "verify", "out/e.zip")
    #expect(verify.status == .exited(0), "\(output(verify))")
  }

  @Test func `a row that only records could show is named, with the option that takes them`()
    async throws
  {
    let contract = """
      {"version": 1, "name": "Share", "accept": ["public.jpeg"], "rows": [
        {"id": "photo", "source": "Photos", "content": "photo", "device": true,
         "declares": ["public.jpeg"], "expect": {"result": "stored"},
         "tests": ["App.Suite/stores()"]}]}
      """
    try place.folder.write(Array(contract.utf8), to: "repository/out/contract.json")
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "-c", "out/contract.json", "-o",
      "out/e.zip")
    #expect(export.status == .exited(1), "\(output(export))")
    #expect(export.errorOutput.contains("1 of 1 row of the type matrix is red: photo\n"))
    #expect(export.errorOutput.contains("'--records FILE' adds what devices have recorded"))
  }

  @Test func `a log that is not there is a source that failed, and the rest goes on`() async throws
  {
    try await place.sh(
      "printf 'Nov 30 08:14:32 host Share[812]: database is locked\n' > out/device.log")
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "--device-log", "out/none.log",
      "--device-log", "out/device.log", "-o", "out/e.zip")
    #expect(export.status == .exited(0), "\(output(export))")
    #expect(export.errorOutput.contains("'device-log-1' failed: 'out/none.log' cannot be opened"))
    let show = try await place.intake("evidence", "show", "out/e.zip", "device/log-2.jsonl")
    #expect(show.output.contains(#""message":"database-locked""#), "\(output(show))")
  }

  @Test func `a file that is no log is a source that failed, and says what it was read as`()
    async throws
  {
    try await place.sh(
      """
      (printf '\\377\\330\\377\\340'; head -c 40000 /dev/urandom) > out/photo.jpg
      printf '{"a":1}\\n' > out/other.json
      """)
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "--device-log", "out/photo.jpg",
      "--device-log", "out/other.json", "-o", "out/e.zip")
    #expect(export.status == .exited(0), "\(output(export))")
    for (number, name, kind) in [
      (1, "photo.jpg", "a syslog"), (2, "other.json", "recorded shares"),
    ] {
      #expect(
        export.errorOutput.contains(
          "'device-log-\(number)' failed: no line of 'out/\(name)' could be read as one of \(kind)")
      )
    }
    let show = try await place.intake("evidence", "show", "out/e.zip", "device/log-1.summary.json")
    #expect(show.output.contains(#""kept":0"#), "\(output(show))")
  }

  @Test func `a private word stands nowhere, whatever it was in`() async throws {
    try await place.sh("git checkout -q -b lovelace")
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "--private-word", "Lovelace",
      "--tool", "x=Lovelace", "-o", "out/e.zip")
    #expect(export.status == .exited(0), "\(output(export))")
    #expect(export.errorOutput.contains("the name of the branch looks like content of a user"))
    #expect(export.errorOutput.contains("'environment.json'"))
    try await place.sh(
      "! python3 -c 'import zipfile; z = zipfile.ZipFile(\"out/e.zip\"); print([z.read(n) for n in z.namelist()])' "
        + "| grep -qi lovelace")
  }

  @Test func `a working tree with changes is said to have them`() async throws {
    try await place.sh("echo more >> file.txt")
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "-o", "out/e.zip", "--json")
    #expect(export.output.contains(#""isClean":false"#), "\(output(export))")
    #expect(export.output.contains("the working tree had changes that are in no commit"))
  }

  @Test func `the results of a red run are red, with or without their folder`() async throws {
    for path in ["out/red", "out/red/results.json"] {
      try await place.sh(
        """
        rm -rf out/red
        '\(try Workplace.program())' gate --results out/red --require 'App.Suite/photo.jpg is stored()' -- \
          sh -c 'cp results.jsonl "$INTAKE_GATE_RESULTS/"; exit 3' > out/log 2>&1 || true
        """)
      let export = try await place.intake(
        "evidence", "export", "--results", path, "-o", "out/e.zip", "--force", "--json")
      #expect(export.status == .exited(1), "\(output(export))")
      #expect(export.output.contains(#""result":"FAILED""#))
      #expect(export.output.contains("gate: exit-status"))
      // A test may be named after a file.
      #expect(export.output.contains("gate: required-missing: App.Suite/photo.jpg is stored()"))
      let member = try await place.intake(
        "evidence", "show", "out/e.zip",
        path == "out/red" ? "results/verdict.json" : "results/results.json")
      #expect(member.status == .exited(0), "\(output(member))")
      #expect(member.output.contains("photo.jpg is stored"))
    }
  }

  @Test func `runs of several gates go into one archive`() async throws {
    for name in ["debug", "release"] {
      let gate = try await place.intake(
        "gate", "--results", "out/\(name)", "--report", "out/\(name).jsonl", "--", "cp",
        "results.jsonl",
        "out/\(name).jsonl")
      #expect(gate.status == .exited(0), "\(output(gate))")
    }
    let export = try await place.intake(
      "evidence", "export", "--results", "out/debug", "--results", "out/release", "-o", "out/e.zip")
    #expect(export.status == .exited(0), "\(output(export))")
    let summary = try await place.intake("evidence", "show", "out/e.zip")
    #expect(summary.output.contains("results/verdict.json"))
    #expect(summary.output.contains("results/verdict-2.json"))
  }

  @Test func `a summary and a member are shown`() async throws {
    _ = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "-o", "out/e.zip")
    let summary = try await place.intake("evidence", "show", "out/e.zip")
    #expect(summary.status == .exited(0), "\(output(summary))")
    #expect(summary.output.contains("\nTESTS "))
    #expect(summary.output.contains("environment.json"))
    let member = try await place.intake("evidence", "show", "out/e.zip", "environment.json")
    #expect(member.output.hasPrefix("{\n  \"version\": 1,\n"))
    let none = try await place.intake("evidence", "show", "out/e.zip", "../x")
    #expect(none.status == .exited(1))
    let nothing = try await place.intake("evidence", "show", "file.txt")
    #expect(nothing.status == .exited(1))
    #expect(nothing.errorOutput.contains("it is no archive that is read here"))
  }

  @Test func `what a change made worse is shown, and is the status`() async throws {
    for name in ["old", "new"] {
      if name == "new" {
        try await place.sh(#"sed -i 's/"symbol":"pass"/"symbol":"fail"/g' results.jsonl"#)
      }
      _ = try await place.intake(
        "evidence", "export", "--results", "results.jsonl", "-o", "out/\(name).zip")
    }
    let diff = try await place.intake("evidence", "diff", "out/old.zip", "out/new.zip")
    #expect(diff.status == .exited(1), "\(output(diff))")
    #expect(diff.output.contains("test turned red"))
    let same = try await place.intake("evidence", "diff", "out/old.zip", "out/old.zip")
    #expect(same.status == .exited(0))
  }

  @Test(.enabled(if: EvidencePlace.hasOpenSSL, "openssl is not installed"))
  func `keys of OpenSSL sign and verify`() async throws {
    try await place.sh(
      """
      umask 077; cd out; openssl genpkey -algorithm ed25519 -out key.pem
      openssl pkey -in key.pem -pubout -out key.pub; openssl genpkey -algorithm ed25519 -out other.pem
      openssl pkey -in other.pem -pubout -out other.pub
      openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:P-256 -out ec.pem; cp key.pem open.pem; chmod 644 open.pem
      """)
    let export = try await place.intake(
      "evidence", "export", "--results", "results.jsonl", "-o", "out/e.zip", "--sign", "out/key.pem"
    )
    #expect(export.status == .exited(0), "\(output(export))")
    let verify = try await place.intake(
      "evidence", "verify", "out/e.zip", "--key", "out/other.pub", "--key", "out/key.pub",
      "--require-signed")
    #expect(verify.status == .exited(0), "\(output(verify))")
    let other = try await place.intake("evidence", "verify", "out/e.zip", "--key", "out/other.pub")
    #expect(other.status == .exited(1))
    #expect(other.output.contains("'statement.dsse.json' is not signed by the given key"))
    let open = try await place.intake(
      "evidence", "export", "-o", "out/f.zip", "--sign", "out/open.pem")
    #expect(open.status == .exited(1))
    #expect(
      open.errorOutput.contains("can be read or written by others than its owner; 'chmod 600' it"))
    let curve = try await place.intake(
      "evidence", "export", "-o", "out/f.zip", "--sign", "out/ec.pem")
    #expect(curve.status == .exited(1))
    #expect(curve.errorOutput.contains("it is not a key for Ed25519"))
    #expect(!place.folder.contains("repository/out/f.zip"))
  }

  @Test func `wrong command lines are told how to be right`() async throws {
    for arguments in [
      ["verify"], ["verify", "x", "--require-signed"], ["verify", "x", "--repository", "."],
      ["export", "--format", "rar"], ["export", "--tool", "swift"], ["diff", "x"],
    ] {
      let run = try await place.intake(["evidence"] + arguments)
      #expect(run.status == .exited(2), "\(arguments)")
    }
    for arguments in [
      ["verify", "out/none.zip"], ["export", "--results", "none"], ["export", "--repository", "/"],
    ] {
      let run = try await place.intake(["evidence"] + arguments)
      #expect(run.status == .exited(1), "\(arguments) \(output(run))")
    }
  }

  /// Zone, locale, mask, user and folder: none of them is in the archive.
  @Test(arguments: ["zip", "tar.zst"])
  func `the same change gives the same bytes wherever it is exported`(format: String) async throws {
    let intake = try Workplace.program()
    let places: [(name: String, environment: [String: String], prefix: [String])] = [
      ("here", ["TZ": "UTC", "LC_ALL": "C"], []),
      ("über there", ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "LANG": "tr_TR"], []),
      ("nobody", ["TZ": "America/St_Johns", "LC_ALL": "C.UTF-8"], EvidencePlace.asAnother),
    ]
    var digests: [String] = []
    for (name, more, prefix) in places {
      let folder = try TemporaryFolder(base: "/tmp")
      chmod(folder.path, 0o777)
      let script = """
        set -e; umask \(name == "here" ? "022" : "077"); mkdir '\(name)'; cd '\(name)'
        \(EvidencePlace.repositoryScript)
        '\(intake)' evidence export --results results.jsonl --tool swift=6.3 --format \(format) -o out/e >&2
        sha256sum out/e | cut -d ' ' -f 1
        """
      var environment = EvidencePlace.environment.merging(more) { $1 }
      environment["HOME"] = folder.path
      let command = prefix + ["/bin/sh", "-c", script]
      let run = try await ChildProcess(
        command[0], Array(command.dropFirst()), environment: .only(environment),
        workingDirectory: folder.path
      ).wait()
      #expect(run.status == .exited(0), "\(output(run))")
      digests.append(run.output)
    }
    #expect(digests[0].count == 65)
    #expect(Set(digests).count == 1, "\(digests)")
  }

  @Test func `SOURCE_DATE_EPOCH is the time of the members`() async throws {
    let run = try await place.intake(
      ["evidence", "export", "-o", "out/e.zip"], environment: ["SOURCE_DATE_EPOCH": "1600000000"])
    #expect(run.status == .exited(1))
    let manifest = try await place.intake("evidence", "show", "out/e.zip", "manifest.json")
    #expect(manifest.output.contains("\n  \"time\": 1600000000,\n"))
    let wrong = try await place.intake(
      ["evidence", "export", "-o", "out/f.zip"], environment: ["SOURCE_DATE_EPOCH": "now"])
    #expect(wrong.status == .exited(2))
  }

  @Test(.enabled(if: EvidencePlace.hasPython, "python3 is not installed"))
  func `a large log goes through in bounded memory`() async throws {
    try await place.sh(
      """
      awk 'BEGIN { for (i = 0; i < 40000; i++)
        printf "Nov 30 08:%02d:%02d device App[%d]: something that nobody needs to know number %d\\n", \
        i / 60 % 60, i % 60, 100 + i % 50, i }' > out/large.log
      """)
    // By a process that is small itself: what the tests take would count for a child of theirs.
    let script = """
      import os, subprocess, sys
      child = subprocess.Popen(sys.argv[1:])
      _, status, usage = os.wait4(child.pid, 0)
      print(status, usage.ru_maxrss)
      """
    let intake = try Workplace.program()
    try await place.sh(
      """
      python3 -c '\(script)' '\(intake)' evidence export --results results.jsonl -o out/e.zip \
        --device-log out/large.log > out/usage 2> out/errors
      """)
    let lines = String(decoding: try place.folder.read("repository/out/usage"), as: UTF8.self)
      .split(separator: "\n")
    let usage = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
    #expect(usage.first == 0)
    #expect(try #require(usage.last) < 64 << 10, "\(usage) KiB")
    let show = try await place.intake("evidence", "show", "out/e.zip")
    #expect(show.output.contains("kept of 0 of 40000 lines what is on the list"), "\(show.output)")
  }

  @Test func `an interrupted export leaves nothing behind`() async throws {
    try await place.sh("mkfifo out/pipe")
    let child = try place.start(
      ["evidence", "export", "--results", "out/pipe", "-o", "out/e.zip"])
    // It waits for the pipe: opening it to write returns once it reads.
    let writer = open(place.path("out/pipe"), O_WRONLY)
    #expect(writer >= 0)
    defer { close(writer) }
    child.kill(SIGINT, wholeGroup: false)
    #expect(try await child.wait().status == .exited(130))
    #expect(try place.folder.list("repository/out") == ["pipe"])
  }
}

/// A repository with one commit, test results, and a folder for what is written.
private struct EvidencePlace {
  let folder: TemporaryFolder
  let commit: String

  static let isPossible = exists("git")
  static let hasOpenSSL = exists("openssl")
  static let hasPython = exists("python3")

  private static func exists(_ name: String) -> Bool {
    search.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  private static var search: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  static var environment: [String: String] {
    [
      "PATH": search, "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "Example", "GIT_AUTHOR_EMAIL": "example@example.com",
      "GIT_COMMITTER_NAME": "Example", "GIT_COMMITTER_EMAIL": "example@example.com",
      "GIT_AUTHOR_DATE": "1700000000 +0000", "GIT_COMMITTER_DATE": "1700000000 +0000",
    ]
  }

  /// How a command is run as another user, where that can be.
  static let asAnother: [String] =
    geteuid() == 0 && exists("setpriv")
    ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

  /// Makes the repository in the working folder: always the same commit.
  static let repositoryScript = """
    git init -q --initial-branch=main; mkdir out
    printf 'out\\nresults.jsonl\\n' > .gitignore; echo text > file.txt
    git add .; git commit -q -m First
    cat > results.jsonl <<'END'
    {"version":0,"kind":"event","payload":{"kind":"runStarted"}}
    {"version":0,"kind":"test","payload":{"kind":"function","id":"App.Suite/stores()/Tests.swift:3:4","name":"stores()"}}
    {"version":0,"kind":"event","payload":{"kind":"testStarted","testID":"App.Suite/stores()/Tests.swift:3:4","instant":{"absolute":1.5}}}
    {"version":0,"kind":"event","payload":{"kind":"testEnded","testID":"App.Suite/stores()/Tests.swift:3:4","instant":{"absolute":1.75},"messages":[{"symbol":"pass","text":""}]}}
    {"version":0,"kind":"event","payload":{"kind":"runEnded","messages":[{"symbol":"pass","text":""}]}}
    END
    """

  init() async throws {
    folder = try TemporaryFolder()
    _ = try folder.makeFolder("repository")
    let setUp = try await ChildProcess(
      "/bin/sh", ["-c", "set -e\n" + Self.repositoryScript + "\ngit rev-parse HEAD"],
      environment: .only(Self.environment), workingDirectory: folder.path(of: "repository")
    ).wait()
    try #require(setUp.status == .exited(0), "\(setUp.errorOutput)")
    commit = String(setUp.output.prefix { !$0.isNewline })
  }

  func path(_ name: String) -> String { folder.path(of: "repository/" + name) }

  func start(_ arguments: [String], environment: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess(
      Workplace.program(), arguments,
      environment: .only(Self.environment.merging(environment) { $1 }),
      workingDirectory: folder.path(of: "repository"))
  }

  func intake(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ChildProcess.Ending {
    try await start(arguments, environment: environment).wait()
  }

  func intake(_ arguments: String...) async throws -> ChildProcess.Ending {
    try await intake(arguments)
  }

  func sh(_ script: String) async throws {
    let run = try await ChildProcess(
      "/bin/sh", ["-c", "set -e\n" + script], environment: .only(Self.environment),
      workingDirectory: folder.path(of: "repository")
    ).wait()
    try #require(run.status == .exited(0), "\(run.errorOutput)")
  }
}
