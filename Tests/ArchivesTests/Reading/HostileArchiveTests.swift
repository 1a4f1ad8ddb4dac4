import Archives
import Testing

/// Archives that other programs make, and that no honest one would.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Python.isInstalled, "python3 is not installed"))
struct HostileArchiveTests {
  /// The archive that a script writes to the path `out`.
  private func made(_ script: String) throws -> [UInt8] {
    try withFile([]) { path in
      let run = try Command.run(
        "python3", "-c", "import sys, io, tarfile, zipfile\nout = sys.argv[1]\n" + script, path)
      try #require(run.status == 0, "\(run.output)")
      return try bytes(of: path)
    }
  }

  private func entries(_ bytes: [UInt8]) throws -> [ArchiveEntry] {
    var reader = try ArchiveReader(bytes)
    var entries: [ArchiveEntry] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  @Test func `links and devices are told from files`() throws {
    let bytes = try made(
      """
      tar = tarfile.open(out, 'w', format=tarfile.PAX_FORMAT)
      for name, type in [('s', tarfile.SYMTYPE), ('h', tarfile.LNKTYPE), ('d', tarfile.CHRTYPE), ('p', tarfile.FIFOTYPE)]:
          entry = tarfile.TarInfo(name)
          entry.type = type
          entry.linkname = '/etc/passwd' if type in (tarfile.SYMTYPE, tarfile.LNKTYPE) else ''
          tar.addfile(entry)
      tar.close()
      """)
    #expect(try entries(bytes).map(\.kind) == [.link, .link, .other, .other])
  }

  @Test func `a link in a zip is told from a file`() throws {
    let bytes = try made(
      """
      zip = zipfile.ZipFile(out, 'w')
      entry = zipfile.ZipInfo('s')
      entry.create_system = 3
      entry.external_attr = 0o120777 << 16
      zip.writestr(entry, '/etc/passwd')
      zip.close()
      """)
    #expect(try entries(bytes).map(\.kind) == [.link])
  }

  @Test(arguments: [
    ("../../etc/passwd", "the name has the component .."),
    ("/etc/passwd", "the name is absolute"),
    (#"..\\x"#, "the name has the component .."),
    ("a//b", "the name has an empty component"),
    ("C:up", "the name is absolute"),
  ])
  func `a name that leaves the folder is refused as a path`(name: String, text: String) throws {
    for kind in ["tar", "zip"] {
      let bytes = try made(
        """
        name = '\(name)'
        if '\(kind)' == 'tar':
            tar = tarfile.open(out, 'w')
            tar.addfile(tarfile.TarInfo(name))
            tar.close()
        else:
            zip = zipfile.ZipFile(out, 'w')
            zip.writestr(name, '')
            zip.close()
        """)
      let entry = try #require(try entries(bytes).first)
      let error = #expect(throws: ArchiveError.self) { _ = try entry.path() }
      #expect(error?.text == text)
    }
  }

  @Test func `a name twice is given twice`() throws {
    let bytes = try made(
      """
      import warnings
      warnings.simplefilter('ignore')
      zip = zipfile.ZipFile(out, 'w')
      zip.writestr('a', '1')
      zip.writestr('a', '2')
      zip.close()
      """)
    #expect(try ReadArchive(bytes).members.map(\.bytes) == [Array("1".utf8), Array("2".utf8)])
  }

  @Test(
    .enabled(if: Command.exists("truncate"), "truncate is not installed"),
    arguments: ["gnu", "posix"])
  func `a sparse giant is refused by what it declares`(format: String) throws {
    let made = try withFile([]) { path in
      let script = """
        folder=$(mktemp -d) && truncate -s 100G "$folder/giant" &&
        tar --sparse --format=\(format) -C "$folder" -cf '\(path)' giant && rm -r "$folder"
        """
      let run = try Command.run("sh", "-c", script)
      try #require(run.status == 0, "\(run.output)")
      return try bytes(of: path)
    }
    #expect(made.count < 20_000)
    let error = #expect(throws: ArchiveError.self) { _ = try entries(made) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `an encrypted entry is refused`() throws {
    let bytes = try made(
      """
      zip = zipfile.ZipFile(out, 'w')
      zip.writestr('a', 'secret secret secret')
      zip.close()
      data = bytearray(open(out, 'rb').read())
      data[6] |= 1
      data[data.index(b'PK\\x01\\x02') + 8] |= 1
      open(out, 'wb').write(data)
      """)
    let error = #expect(throws: ArchiveError.self) { _ = try entries(bytes) }
    #expect(error?.kind == .unsupported)
  }

  @Test func `bytes that are no UTF-8 are no path`() throws {
    let bytes = try made(
      """
      tar = tarfile.open(out, 'w', format=tarfile.USTAR_FORMAT, encoding='latin-1')
      tar.addfile(tarfile.TarInfo('B\\u00fcndel'))
      tar.close()
      """)
    do {
      let entry = try #require(try entries(bytes).first)
      #expect(throws: ArchiveError.self) { _ = try entry.path() }
    } catch let error as ArchiveError {
      #expect(error.kind == .malformed)
    }
  }
}
