import ChangeEvidence
import IntakeModel
import IntakeTesting
import Testing

/// Archives that no honest program writes. Python makes them.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Tool.exists("python3"), "python3 is not installed"))
struct HostileEvidenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The findings about an archive that a script writes to the path `out`.
  private func findings(_ script: String) async throws -> [String] {
    let path = folder.path(of: "hostile")
    _ = try await Tool.run(
      "python3", "-c",
      "import sys, io, tarfile, zipfile, warnings\nwarnings.simplefilter('ignore')\nout = sys.argv[1]\n"
        + script, path)
    let report = try await EvidenceVerification().verify(path)
    #expect(!report.isVerified)
    return report.checks.first { $0.subject == .archive }?.findings ?? []
  }

  @Test(arguments: [
    ("../../etc/passwd", "member '../../etc/passwd': the name has the component .."),
    ("/etc/passwd", "member '/etc/passwd': the name is absolute"),
    ("a//b", "member 'a//b': the name has an empty component"),
    (#"a\x07b"#, #"member 'a\u{7}b': it has a control or format character"#),
    (#"a\u202eb"#, #"member 'a\u{202E}b': it has a control or format character"#),
  ])
  func `a name that could harm is named, escaped`(name: String, finding: String) async throws {
    let found = try await findings(
      """
      zip = zipfile.ZipFile(out, 'w')
      zip.writestr('\(name)', 'x')
      zip.close()
      """)
    #expect(found.contains(finding), "\(found)")
  }

  @Test func `links, folders and devices are named`() async throws {
    let found = try await findings(
      """
      import subprocess
      tar = tarfile.open(out + '.tar', 'w')
      for name, type in [('s', tarfile.SYMTYPE), ('d', tarfile.DIRTYPE), ('p', tarfile.FIFOTYPE)]:
          entry = tarfile.TarInfo(name)
          entry.type = type
          entry.linkname = 'x' if type == tarfile.SYMTYPE else ''
          tar.addfile(entry)
      tar.close()
      import os
      os.rename(out + '.tar', out)
      """)
    #expect(
      found == [
        "it is a plain tar; evidence is a zip or a tar.zst",
        "member 's' is a link; evidence holds files alone",
        "member 'd' is a folder; evidence holds files alone",
        "member 'p' is a device or the like; evidence holds files alone",
      ])
  }

  @Test(arguments: [
    ("a", "member 'a' is there twice"), ("A", "member 'A' and 'a' are one name to some systems"),
  ])
  func `a name twice is named, in either case`(name: String, finding: String) async throws {
    let found = try await findings(
      """
      zip = zipfile.ZipFile(out, 'w')
      zip.writestr('a', '1')
      zip.writestr('\(name)', '2')
      zip.close()
      """)
    #expect(found.contains(finding), "\(found)")
  }

  @Test func `a zip that says two things is refused`() async throws {
    let found = try await findings(
      """
      zip = zipfile.ZipFile(out, 'w')
      zip.writestr('inner.txt', '1')
      zip.close()
      data = open(out, 'rb').read()
      at = data.rindex(b'inner')
      open(out, 'wb').write(data[:at] + b'outer' + data[at + 5:])
      """)
    #expect(
      found.first == "the zip says two things: the header of entry 1 says other than the directory")
  }

  /// The findings about an archive that a script makes of a whole one, as `data`.
  private func findings(
    changing format: EvidenceFormat, _ script: String
  ) async throws -> [String] {
    let whole = folder.path(of: "whole")
    _ = try await SampleEvidence.export(format: format).write(to: whole, replacing: true)
    return try await findings("data = open('\(whole)', 'rb').read()\n" + script)
  }

  private static let unicodeName = """
    import struct, zlib
    def field(raw, name):
        body = struct.pack('<BI', 1, zlib.crc32(raw)) + name
        return struct.pack('<HH', 0x7075, len(body)) + body
    """

  @Test(arguments: [
    // One reader takes the name `a-b.txt`, another the one that leads out.
    "local = field(raw, name)", "local = directory = field(raw, name)",
    "directory = field(raw, name)", "local = directory = b'up\\x01\\0x'",
    "local = directory = b'\\xfe\\xca\\x02\\0hi'", "local = directory = b'abc'",
  ])
  func `a field of a zip that is never written is refused`(fields: String) async throws {
    let found = try await findings(
      changing: .zip,
      Self.unicodeName + """

        import struct
        name = b'a-b.txt'
        raw = b'../evil'
        local = directory = b''
        \(fields)
        at = data.index(b'PK\\1\\2')
        end = data.rindex(b'PK\\5\\6')
        # Behind all others, so that no place moves but the directory's.
        first = data.rindex(b'PK\\3\\4', 0, at)
        size, extra = struct.unpack('<HH', data[first + 26:first + 30])
        stop = first + 30 + size + extra
        header = data[first:first + 28] + struct.pack('<H', extra + len(local)) + data[first + 30:stop] + local
        last = data.rindex(b'PK\\1\\2', 0, end)
        size, more = struct.unpack('<HH', data[last + 28:last + 32])
        entry = data[last:last + 30] + struct.pack('<H', more + len(directory)) + data[last + 32:end] + directory
        tail = data[end:end + 12] + struct.pack('<II', end - at + len(directory), at + len(local)) + data[end + 20:]
        open(out, 'wb').write(data[:first] + header + data[stop:at] + data[at:last] + entry + tail)
        """)
    #expect(found.first?.hasPrefix("the zip says two things: ") == true, "\(found)")
  }

  @Test(arguments: [
    (4, "3f"), (10, "01"), (6, "0a"),
  ])
  func `what the header before an entry says is compared`(place: Int, byte: String) async throws {
    let found = try await findings(
      changing: .zip,
      """
      at = data.rindex(b'PK\\3\\4')
      open(out, 'wb').write(data[:at + \(place)] + bytes.fromhex('\(byte)') + data[at + \(place + 1):])
      """)
    #expect(found.first?.hasPrefix("the zip says two things: the header of entry ") == true)
  }

  @Test(arguments: [(5, 0), (36, 1), (38, 32), (41, 0x89), (34, 1)])
  func `an attribute of a zip that is never written is refused`(place: Int, byte: Int) async throws
  {
    let found = try await findings(
      changing: .zip,
      """
      at = data.rindex(b'PK\\1\\2')
      open(out, 'wb').write(data[:at + \(place)] + bytes([\(byte)]) + data[at + \(place + 1):])
      """)
    #expect(found.first?.hasPrefix("the zip says two things: entry ") == true, "\(found)")
  }

  @Test(
    .enabled(if: Tool.exists("zstd"), "zstd is not installed"),
    arguments: [
      ("entry.uid = 1000", "has an owner"), ("entry.gname = 'ada'", "has an owner"),
      ("entry.mode = 0o4644", "has the mode 4644"),
      ("entry.pax_headers = {'comment': 'x'}", "has an extended header that is never written"),
      (
        "entry.pax_headers = {'SCHILY.xattr.user.a': 'x'}",
        "has an extended header that is never written"
      ),
      (
        "entry.pax_headers = {'mtime': '1700000000.5'}",
        "has an extended header that is never written"
      ),
      ("entry.linkname = 'x'", "has a link, a device or bytes of no meaning"),
      ("hidden = b'x' * 512", "bytes stand behind the end of the tar"),
      ("empty = bytes(1 << 20)", "bytes stand behind the end of the tar"),
    ])
  func `what a tar holds besides its members is refused`(script: String, finding: String)
    async throws
  {
    let found = try await findings(
      changing: .tarZstandard,
      """
      import subprocess
      whole = subprocess.run(['zstd', '-dqc'], input=data, stdout=subprocess.PIPE).stdout
      hidden = empty = b''
      result = io.BytesIO()
      tar = tarfile.open(fileobj=result, mode='w', format=tarfile.PAX_FORMAT)
      for entry in tarfile.open(fileobj=io.BytesIO(whole)):
          # Whose plain names this library writes in another way.
          if not entry.name.isascii():
              continue
          content = tarfile.open(fileobj=io.BytesIO(whole)).extractfile(entry.name).read()
          entry.pax_headers = {}
          if entry.name == 'a-b.txt':
              \(script)
          tar.addfile(entry, io.BytesIO(content))
      tar.close()
      tar = result.getvalue() + empty + hidden
      packed = subprocess.run(['zstd', '-qc'], input=tar, stdout=subprocess.PIPE).stdout
      open(out, 'wb').write(packed)
      """)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("the tar holds more than its members: ") == true)
    #expect(found.first?.hasSuffix(finding) == true, "\(found)")
  }

  @Test(arguments: [
    "data + data", "data + b'\\x50\\x2a\\x4d\\x18\\4\\0\\0\\0abcd'",
    "b'\\x50\\x2a\\x4d\\x18\\4\\0\\0\\0abcd' + data",
  ])
  func `a frame besides the one of the tar is refused`(script: String) async throws {
    let found = try await findings(
      changing: .tarZstandard, "open(out, 'wb').write(\(script))")
    #expect(found.first?.hasPrefix("the tar holds more than its members: ") == true, "\(found)")
  }

  @Test func `what is no archive is said to be none`() async throws {
    for (name, bytes) in [
      ("empty", [UInt8]()), ("text", Array("<html>".utf8)),
      ("zeros", [UInt8](repeating: 0, count: 4096)),
    ] {
      let report = try await EvidenceVerification().verify(try folder.write(bytes, to: name))
      #expect(!report.isVerified, "\(name)")
      #expect(report.checks.first?.subject == .archive)
    }
    let none = await #expect(throws: EvidenceError.self) {
      _ = try await EvidenceVerification().verify(folder.path(of: "none"))
    }
    #expect(none?.description.hasSuffix("cannot be opened: No such file or directory") == true)
  }

  @Test(arguments: EvidenceFormat.allCases)
  func `a cut file is refused, and names where`(format: EvidenceFormat) async throws {
    let path = folder.path(of: "whole")
    _ = try await SampleEvidence.export(format: format).write(to: path, replacing: false)
    let whole = try folder.read("whole")
    for length in [1, whole.count / 3, whole.count / 2, whole.count - 1] {
      let cut = try folder.write(whole.prefix(length), to: "cut")
      let report = try await EvidenceVerification().verify(cut)
      #expect(!report.isVerified, "\(length)")
    }
  }

  @Test func `a bomb is refused before it is unpacked`() async throws {
    let found = try await findings(
      """
      zip = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
      with zip.open('bomb', 'w', force_zip64=True) as member:
          for _ in range(80):
              member.write(bytes(1 << 20))
      zip.close()
      data = bytearray(open(out, 'rb').read())
      open(out, 'wb').write(data)
      """)
    // Deflate alone stays below the ratio; there is no manifest that lists it.
    #expect(found.first?.isEmpty == false)
  }
}
