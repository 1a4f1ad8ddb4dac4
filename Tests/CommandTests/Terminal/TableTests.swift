import Testing
import intake

struct TableTests {
  private static func table() -> Table {
    var table = Table([
      TableColumn("NAME", minimum: 6, overflow: .shortened), TableColumn("SIZE", alignment: .right),
      TableColumn("TYPE"),
    ])
    table.append([TableCell("漢字.jpg"), TableCell("3 bytes"), TableCell("public.jpeg")])
    table.append([
      TableCell("a-very-long-name-of-a-file.heic"), TableCell("2.93 MiB"), TableCell("public.heic"),
    ])
    return table
  }

  @Test func `columns are aligned by what they show`() {
    #expect(
      Self.table().lines(width: nil) == [
        "NAME                                 SIZE  TYPE",
        "漢字.jpg                          3 bytes  public.jpeg",
        "a-very-long-name-of-a-file.heic  2.93 MiB  public.heic",
      ])
  }

  @Test(arguments: [36, 40, 45, 50, 80])
  func `rows fit the terminal`(_ width: Int) {
    for line in Self.table().lines(width: width) { #expect(DisplayWidth.of(line) <= width) }
  }

  @Test func `the last column goes on in the next line, where it may`() {
    var table = Table([
      TableColumn("N", minimum: 4), TableColumn("WHY", minimum: 10, overflow: .wrapped),
    ])
    table.append([TableCell("a"), TableCell("it has no content at all")])
    #expect(
      table.lines(width: 20) == ["N     WHY", "a     it has no", "      content at all"])
    #expect(table.lines(width: nil).last == "a     it has no content at all")
  }

  @Test func `what is expendable makes room for the rest`() {
    var table = Table([
      TableColumn("ID", minimum: 10), TableColumn("SIZE", expendable: 1),
      TableColumn("TYPE", expendable: 2), TableColumn("NAME", minimum: 6, overflow: .shortened),
    ])
    table.append(["0123456789", "3 MB", "jpeg", "photograph"].map { TableCell($0) })
    #expect(table.lines(width: 34).last == "0123456789  3 MB  jpeg  photograph")
    #expect(table.lines(width: 32).last == "0123456789  3 MB  jpeg  phot…aph")
    #expect(table.lines(width: 27).last == "0123456789  3 MB  phot…raph")
    #expect(table.lines(width: 20).last == "0123456789  phot…aph")
  }

  @Test func `no line ends with spaces where its last cells are empty`() {
    var table = Table([
      TableColumn("NAME"), TableColumn("SIZE", alignment: .right), TableColumn("END"),
    ])
    for row in [["a", "1", "yes"], ["longer", "", ""], ["b", "22", ""], ["", "", ""]] {
      table.append(row.map { TableCell($0) })
    }
    #expect(
      table.lines(width: nil) == [
        "NAME    SIZE  END", "a          1  yes", "longer", "b         22", "",
      ])
  }

  @Test func `colors have no width`() {
    var table = Table([TableColumn("A"), TableColumn("B")])
    table.append([TableCell("x", style: .bad), TableCell("y")])
    #expect(table.lines(width: nil, hasColor: true)[1] == "\u{1B}[31mx\u{1B}[0m  y")
  }

  @Test func `a hostile name stays in its cell`() {
    var table = Table([TableColumn("NAME", overflow: .shortened), TableColumn("RESULT")])
    table.append([TableCell("x\n1  stored\u{1B}[A\u{202E}"), TableCell("refused")])
    let lines = table.lines(width: 80)
    #expect(lines.count == 2)
    #expect(lines[1] == #"x\n1  stored\x1B[A\u{202E}  refused"#)
  }
}
