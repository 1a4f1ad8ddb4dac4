import Testing
import intake_server

struct HeaderValueTests {
  @Test(arguments: [
    ("multipart/form-data; boundary=abc", "abc"), ("A/B;BOUNDARY=\"a b\" ; x=1", "a b"),
    ("a/b; boundary = abc ;", "abc"), ("a/b; boundary=\"a;b\"", "a;b"),
    ("a/b; boundary=\"a\\\"b\"", "a\"b"), ("a/b; boundary=a; boundary=b", "a"),
    ("a/b;;;boundary=a", "a"), ("a/b; boundary=\"unclosed", "unclosed"),
  ])
  func `a parameter is found by its name`(_ text: String, _ boundary: String) {
    #expect(HeaderValue(text).parameters["boundary"] == boundary)
  }

  @Test(arguments: [
    (#"form-data; filename="a%22b.png""#, #"a"b.png"#),
    (#"form-data; filename="C:\photos\a.png""#, #"C:\photos\a.png"#),
    (#"form-data; filename="Grüße 漢字.png""#, "Grüße 漢字.png"),
    (#"form-data; filename="../../etc/passwd""#, "../../etc/passwd"),
  ])
  func `names are read as browsers write them`(_ text: String, _ name: String) {
    #expect(HeaderValue(text).parameters["filename"] == name)
    #expect(HeaderValue(text).value == "form-data")
  }

  @Test(arguments: ["", ";", "=", ";=", "\"", "a/b; boundary"])
  func `a text without parameters has none`(_ text: String) {
    #expect(HeaderValue(text).parameters["boundary"] == nil)
  }
}
