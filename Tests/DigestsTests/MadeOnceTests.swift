import Synchronization
import SystemCalls
import Testing

struct MadeOnceTests {
  private struct Failure: Error {}

  private final class Value: Sendable {}

  private final class Place: Sendable {
    let value = MadeOnce<Value>()
    let made = Atomic(0)

    func get() -> Value {
      value.get {
        made.add(1, ordering: .relaxed)
        return Value()
      }
    }
  }

  @Test func `what many ask for at once is made once, and all get the same`() async {
    for _ in 0..<200 {
      let place = Place()
      let values = await withTaskGroup(of: Value.self) { tasks in
        for _ in 0..<8 { tasks.addTask { place.get() } }
        return await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(place.made.load(ordering: .relaxed) == 1)
      #expect(values.allSatisfy { $0 === values[0] })
    }
  }

  @Test func `after a failure who asks next tries again`() throws {
    let place = Place()
    #expect(throws: Failure.self) {
      _ = try place.value.get { () throws(Failure) in throw Failure() }
    }
    let value = place.get()
    #expect(place.get() === value)
    #expect(place.made.load(ordering: .relaxed) == 1)
  }
}
