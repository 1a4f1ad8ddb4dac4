import IntakeTesting
import ShareContract
import Testing

/// What holds of every rule, tried on many that are made at random.
@Suite(.timeLimit(.minutes(5)))
struct PredicatePropertyTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a rule that is printed reads as the same tree`(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<400 {
      let rule = ActivationRule.predicate(random.predicate(depth: 5))
      guard rule.description.utf8.count <= ActivationRule.maximumLength else { continue }
      #expect(try ActivationRule(predicate: rule.description) == rule, "\(rule)")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a rule and its printed text decide alike, and the explanation agrees`(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    var appeared = 0
    for _ in 0..<150 {
      let rule = ActivationRule.predicate(random.predicate(depth: 4))
      let share = random.share()
      let decision = rule.decision(for: share)
      let again = try ActivationRule(predicate: rule.description).decision(for: share)
      #expect(decision.appears == again.appears)
      #expect(rule.appears(for: share) == decision.appears)
      #expect(decision.explanation.holds == decision.appears)
      if decision.appears { appeared += 1 }
    }
    // Neither answer may be all that is tried.
    #expect((10...140).contains(appeared))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `an attachment of no named type never makes all of them fit`(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    let named = RandomPredicates.types.filter { $0 != "com.example.unknown" }
    for _ in 0..<300 {
      let tests = (0..<random.number(1...4)).map { _ in
        ActivationPredicate.typeTest(
          TypeTest(
            .members(.any, of: .registeredTypeIdentifiers(of: "a")),
            random.pick(TypeTest.Relation.allCases), random.pick(named)))
      }
      let fitting = Subquery(
        of: .attachments(of: "i"), as: "a",
        where: tests.count == 1 ? tests[0] : .disjunction(tests))
      let all = CountComparison(
        .count(.subquery(fitting)), .equal, .count(.attachments(of: "i")))
      let items = Subquery(of: .extensionItems, as: "i", where: .comparison(all))
      let rule = ActivationRule.predicate(
        .comparison(CountComparison(.count(.subquery(items)), .greaterOrEqual, .number(1))))
      var share = random.share()
      for index in share.indices {
        let place = random.number(0...share[index].attachments.count)
        share[index].attachments.insert(["com.example.unknown"], at: place)
      }
      #expect(!rule.decision(for: share).appears, "\(rule) \(share)")
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a text that was changed at random is read or refused, and never traps`(seed: UInt64) throws
  {
    var random = RandomPredicates(seed: seed)
    var read = 0
    for rule in PublicRules.predicates {
      for _ in 0..<60 {
        let text = random.mutate(rule.text)
        do throws(DocumentError) {
          let changed = try ActivationRule(predicate: text)
          read += 1
          _ = changed.decision(for: SampleShare.photoAndPDF.items)
          #expect(try ActivationRule(predicate: changed.description) == changed)
        } catch {
          #expect(error.message.hasPrefix("byte "))
          #expect(error.place != nil)
        }
      }
    }
    #expect(read > 0)
  }
}
