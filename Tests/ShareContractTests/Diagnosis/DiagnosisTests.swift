import ShareContract
import Testing

/// One record for each link that can break, as reports of "cannot read the file" describe them.
struct DiagnosisTests {
  private typealias Samples = DiagnosisSamples

  /// The broken step, which has to be the last of those before and including `link`.
  private func broken(
    _ link: Diagnosis.Link, _ diagnosis: Diagnosis,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Diagnosis.Step {
    let expected = Array(Diagnosis.Link.allCases.prefix { $0 <= link })
    #expect(diagnosis.steps.map(\.link) == expected, sourceLocation: sourceLocation)
    #expect(
      diagnosis.steps.dropLast().allSatisfy { $0.verdict != .broken },
      sourceLocation: sourceLocation)
    let step = try #require(diagnosis.broken, sourceLocation: sourceLocation)
    #expect(step.link == link, sourceLocation: sourceLocation)
    #expect(!step.seen.isEmpty && !step.advice.isEmpty, sourceLocation: sourceLocation)
    return step
  }

  // MARK: The whole chain

  @Test func `a share that the app has read is whole, and every link is sound`() {
    let diagnosis = Diagnosis(of: Samples.photo, contract: Samples.contract)
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps.map(\.verdict) == Array(repeating: .sound, count: 6))
    #expect(diagnosis.steps.allSatisfy { !$0.excluded.isEmpty && $0.advice.isEmpty })
    #expect(diagnosis.summary == "The chain is whole.")
  }

  @Test func `what is not known does not stop the walk`() {
    let diagnosis = Diagnosis(of: Samples.offered("public.heic"))
    #expect(diagnosis.steps.map(\.verdict) == Array(repeating: .unknown, count: 6))
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps.allSatisfy { !$0.advice.isEmpty })
    #expect(diagnosis.summary.contains("nothing is known of 6 of 6"))
  }

  @Test func `what the app showed had passed every link`() {
    let diagnosis = Diagnosis(of: MatrixSamples.sight(.opened))
    #expect(diagnosis.steps.map(\.verdict) == Array(repeating: .sound, count: 6))
  }

  // MARK: The extension appears

  @Test func `an extension that was not in the menu is the first link`() throws {
    let step = try broken(.appearance, Diagnosis(of: MatrixSamples.sight(.didNotAppear)))
    #expect(step.advice.contains { $0.contains("Info.plist") })
  }

  @Test func `the rule that hides the extension is named as the cause`() throws {
    var record = Samples.offered("public.heic", "public.jpeg")
    record.seen = [.didNotAppear]
    let rule = try Samples.rule(Samples.acceptsMovies)
    let step = try broken(.appearance, Diagnosis(of: record, rule: rule))
    #expect(step.seen.contains { $0.hasPrefix("the rule hides it: ") })
    #expect(step.advice.contains { $0.contains("intake rule explain") })
  }

  @Test func `a rule that would not hide the extension is excluded`() throws {
    var record = Samples.offered("public.heic", "public.jpeg")
    record.seen = [.didNotAppear]
    let rule = try Samples.rule(Samples.acceptsImages)
    let step = try broken(.appearance, Diagnosis(of: record, rule: rule))
    #expect(step.excluded.contains("the activation rule"))
    #expect(step.advice.contains { $0.contains("embedded in the app") })
  }

  @Test func `a rule alone breaks the first link of a share that nobody has tried`() throws {
    let rule = try Samples.rule(Samples.acceptsMovies)
    _ = try broken(.appearance, Diagnosis(of: Samples.offered("public.heic"), rule: rule))
  }

  @Test(arguments: [ShareRecord.Origin.synthetic, .automated])
  func `a rule that would hide what no menu offered does not end the walk`(
    origin: ShareRecord.Origin
  ) throws {
    let rule = try Samples.rule(Samples.acceptsMovies)
    let diagnosis = Diagnosis(of: MatrixSamples.photo(1, origin), rule: rule)
    #expect(diagnosis.isWhole)
    // Neither does it show that the extension appears.
    #expect(diagnosis.steps[0].verdict == .unknown)
    #expect(
      diagnosis.steps[0].seen.contains { $0.hasPrefix("the rule that was given would hide it") })
    #expect(diagnosis.steps[0].excluded.isEmpty)
  }

  @Test func `an absence that the row promises is a chain that ends as it should`() throws {
    var row = MatrixSamples.still
    row.appears = false
    row.expectations = []
    var contract = Samples.contract
    contract.rows = [row]
    let diagnosis = Diagnosis(of: MatrixSamples.sight(.didNotAppear), contract: contract)
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps.map(\.link) == [.appearance])
    #expect(
      diagnosis.steps[0].seen == [
        "the extension was not in the menu, as promised by the row 'photos-still'"
      ])
    #expect(diagnosis.summary.contains("as promised"))
    #expect(!Diagnosis(of: MatrixSamples.sight(.didNotAppear)).isWhole)
  }

  @Test(arguments: [true, false, nil])
  func `advice on an absence goes by whether the app had just been installed`(
    isFresh: Bool?
  ) throws {
    var record = Samples.offered("public.heic", "public.jpeg")
    record.seen = [.didNotAppear]
    record.system?.isFreshInstallation = isFresh
    let rule = try Samples.rule(Samples.acceptsImages)
    let step = try broken(.appearance, Diagnosis(of: record, rule: rule))
    #expect(
      step.advice.contains { $0.hasPrefix("open the app once, share again") } == (isFresh == true))
    #expect(step.advice.contains { $0.contains("switched off") } == (isFresh == false))
    #expect(step.advice.contains { $0.contains("had just been installed") } == (isFresh == nil))
  }

  @Test func `what was seen counts for more than the rule that was given`() throws {
    let rule = try Samples.rule(Samples.acceptsMovies)
    let diagnosis = Diagnosis(of: Samples.photo, rule: rule)
    #expect(diagnosis.steps[0].verdict == .sound)
    #expect(diagnosis.steps[0].advice.contains { $0.contains("build that was installed") })
  }

  @Test func `a record that does not hold everything is not held against the rule`() throws {
    var record = Samples.offered("public.heic")
    record.omitted = 3
    let diagnosis = Diagnosis(of: record, rule: try Samples.rule(Samples.acceptsMovies))
    #expect(diagnosis.steps[0].verdict == .unknown)
  }

  @Test func `a picker that was closed is no fault of the app`() throws {
    let step = try broken(.appearance, Diagnosis(of: MatrixSamples.sight(.pickerCancelled)))
    #expect(step.seen == ["the picker was closed, and nothing was chosen"])
  }

  // MARK: A type matches

  @Test func `each identifier that does not match has its reason`() throws {
    let record = Samples.offered("public.file-url", "com.example.unknown", "com.adobe.pdf")
    let step = try broken(.matching, Diagnosis(of: record, contract: Samples.contract))
    #expect(step.seen.contains("public.file-url conforms to no accepted type"))
    #expect(step.seen.contains("com.example.unknown is not a known type"))
    #expect(step.seen.contains("com.adobe.pdf conforms to no accepted type"))
    #expect(step.advice.contains { $0.contains("accept one of the declared types") })
  }

  @Test func `a folder, and a type that is refused on purpose, say so`() throws {
    let folder = Samples.offered("public.folder")
    let directory = try broken(.matching, Diagnosis(of: folder, contract: Samples.contract))
    #expect(directory.advice.contains { $0.contains("zip") })
    var contract = Samples.contract
    contract.rule.refused = [RefusedType("com.compuserve.gif", message: "No animations.")]
    let gif = Samples.offered("com.compuserve.gif")
    let refused = try broken(.matching, Diagnosis(of: gif, contract: contract))
    #expect(refused.seen.contains("com.compuserve.gif No animations."))
  }

  @Test func `a type that would match if it came in another way says so`() throws {
    var contract = Samples.contract
    contract.rule.accepted = [AcceptedType("public.image", deliveries: [.data])]
    let record = Samples.offered("public.heic")
    let step = try broken(.matching, Diagnosis(of: record, contract: contract))
    #expect(step.advice.contains { $0.contains("if the contract accepted how it comes") })
  }

  @Test func `a recorded refusal counts also without a contract, and against another one`() throws {
    let record = Samples.refused(.noAcceptedType, at: .selection)
    let alone = try broken(.matching, Diagnosis(of: record))
    #expect(alone.seen == ["refused: no-accepted-type, declared public.heic, public.jpeg"])
    let other = try broken(.matching, Diagnosis(of: record, contract: Samples.contract))
    #expect(other.advice.contains { $0.contains("see that the build has this contract") })
  }

  @Test func `what the row refuses on purpose is no broken link`() {
    var row = MatrixSamples.still
    row.items[0].attachments.append(["public.url"])
    row.expectations.append(Expectation(.refused(.noAcceptedType)))
    var contract = Samples.contract
    contract.rows = [row]
    var record = Samples.photo
    record.items[0].attachments.append(
      AttachmentRecord(
        representations: [RepresentationRecord("public.url", delivery: .data)],
        result: .refused(.noAcceptedType, at: .selection)))
    #expect(Diagnosis(of: record, contract: contract).isWhole)
    #expect(Diagnosis(of: record).broken?.link == .matching)
  }

  @Test(arguments: [nil, ShareRecord.Sight.couldNotOpen])
  func `a share of which all is refused as promised ends there, and nothing more is asked for`(
    seen: ShareRecord.Sight?
  ) {
    var row = MatrixSamples.still
    row.items = [SharedItem(attachments: [["public.url"]])]
    row.expectations = [Expectation(.refused(.noAcceptedType))]
    var contract = Samples.contract
    contract.rows = [row]
    var record = Samples.photo
    record.origin = .automated
    record.seen = Set([seen].compactMap { $0 })
    record.items = [
      .init(attachments: [
        AttachmentRecord(
          representations: [RepresentationRecord("public.url", delivery: .data)],
          result: .refused(.noAcceptedType, at: .selection))
      ])
    ]
    let diagnosis = Diagnosis(of: record, contract: contract)
    guard seen == nil else {
      #expect(diagnosis.broken?.link == .reading)
      return
    }
    #expect(diagnosis.steps.map(\.link) == [.appearance, .matching])
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps.allSatisfy { $0.advice.isEmpty })
    #expect(
      diagnosis.summary == "The chain ends as promised: nothing of the share is to be taken.")
  }

  // MARK: The source delivers

  @Test func `a photo that is not downloaded is to be downloaded and loaded again`() throws {
    let record = Samples.refused(
      .notDownloaded, at: .loading, domain: "CloudPhotoLibraryErrorDomain", number: 81)
    let step = try broken(.loading, Diagnosis(of: record, contract: Samples.contract))
    #expect(
      step.seen.contains(
        "public.heic as file: not-downloaded (loading), CloudPhotoLibraryErrorDomain 81"))
    #expect(step.advice.contains { $0.contains("load again") })
    #expect(step.excluded.contains("the copy and the app: nothing arrived"))
  }

  @Test func `a known error of the source says more than the general advice`() throws {
    let denied = Samples.refused(
      .loadFailed, at: .loading, domain: "NSCocoaErrorDomain", number: 257)
    let step = try broken(.loading, Diagnosis(of: denied))
    #expect(step.advice == ["hold security-scoped access while it is read, or ask for its data"])
    let unknown = Samples.refused(.loadFailed, at: .loading, domain: "com.example", number: 7)
    let other = try broken(.loading, Diagnosis(of: unknown))
    #expect(other.advice.contains { $0.contains("look its domain and number up") })
  }

  @Test func `a load that timed out after a download has its own advice`() throws {
    var record = Samples.refused(.loadTimedOut, at: .loading)
    record.seen = [.downloadedFirst]
    let step = try broken(.loading, Diagnosis(of: record))
    #expect(step.advice.contains { $0.contains("longer load timeout") })
  }

  @Test func `a first type that fails and a second that works is sound`() throws {
    var record = MatrixSamples.photo {
      $0.representations[0].attempt = .init(order: 0, failure: .init(.loadFailed, at: .loading))
      $0.representations[1].attempt = .init(order: 1, arrival: .file, size: .bytes(9))
      $0.result = .stored(declaredType: "public.jpeg", contentType: "public.jpeg", size: .bytes(9))
    }
    record.origin = .device
    let diagnosis = Diagnosis(of: record)
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps[2].seen.contains("public.heic as file: load-failed (loading)"))
    #expect(diagnosis.steps[2].seen.contains("public.jpeg arrived as file, 9 bytes"))
  }

  // MARK: The copy is complete

  @Test func `a file that grew while it was copied is the copy's link`() throws {
    let record = Samples.refused(.sourceChanged, at: .copying) {
      $0.representations[0].declaredSize = .bytes(100)
      $0.representations[0].attempt?.size = .bytes(60)
    }
    let step = try broken(.copying, Diagnosis(of: record, contract: Samples.contract))
    #expect(step.seen.contains("declared 100 bytes, 60 bytes had arrived"))
    #expect(step.advice.contains { $0.contains("file coordination") })
  }

  @Test func `a limit is named with its number`() throws {
    var contract = Samples.contract
    contract.limits.fileSize = .mebibytes(2)
    let record = Samples.refused(.overFileLimit, at: .copying)
    let step = try broken(.copying, Diagnosis(of: record, contract: contract))
    #expect(step.seen.contains("the contract's limit is 2.00 MiB (2097152 bytes)"))
  }

  @Test func `content of another type says what arrived`() throws {
    let record = Samples.refused(.contentMismatch, at: .validation) {
      $0.representations[0].attempt?.contentType = "com.apple.binary-property-list"
    }
    let step = try broken(.copying, Diagnosis(of: record))
    #expect(step.seen.contains("it begins like com.apple.binary-property-list"))
  }

  @Test func `a copy of another size than what arrived is not complete`() throws {
    let record = MatrixSamples.photo {
      $0.representations[0].attempt?.size = .bytes(12)
    }
    let step = try broken(.copying, Diagnosis(of: record))
    #expect(step.seen.contains("12 bytes arrived, and the copy has 9 bytes"))
  }

  @Test func `without a container, groups that differ are the cause`() throws {
    let record = Samples.refused(.containerUnavailable, at: .commit)
    let diagnosis = Diagnosis(
      of: record, entitlements: Samples.entitlements(["group.a"], ["group.b"]))
    let step = try broken(.copying, diagnosis)
    #expect(
      step.seen.contains("the application groups of the extension: 'group.a'; app: 'group.b'"))
  }

  @Test func `a batch that was dropped points at the attachment that was refused`() throws {
    var record = Samples.refused(.overFileLimit, at: .copying)
    record.items[0].attachments.append(
      AttachmentRecord(
        representations: [RepresentationRecord("public.jpeg", delivery: .file)],
        result: .refused(.batchAborted, at: .commit)))
    let step = try broken(.copying, Diagnosis(of: record))
    #expect(step.seen.first == "attachment 1: public.heic, over-file-limit (copying)")
    record.items[0].attachments.removeFirst()
    let alone = try broken(.copying, Diagnosis(of: record))
    #expect(alone.advice.contains { $0.contains("look at that attachment") })
  }

  // MARK: The copy is handed over

  @Test func `a temporary file that was handed over is gone`() throws {
    let record = MatrixSamples.photo {
      $0.handedOver = .temporaryFile
      $0.result = nil
      $0.readBack = nil
    }
    let step = try broken(.handover, Diagnosis(of: record))
    #expect(step.advice.contains { $0.contains("copy within the callback") })
  }

  @Test func `the original's path gives the app no access`() throws {
    let record = MatrixSamples.photo { $0.handedOver = .original }
    let step = try broken(.handover, Diagnosis(of: record))
    #expect(step.seen.contains { $0.contains("security scope is not passed on") })
  }

  // MARK: The app can read it

  @Test func `groups that differ are both named`() throws {
    let record = MatrixSamples.photo { $0.readBack = nil }
    let diagnosis = Diagnosis(
      of: record, entitlements: Samples.entitlements(["group.a", "group.b"], ["group.c"]))
    let step = try broken(.reading, diagnosis)
    #expect(
      step.seen.contains {
        $0.contains("extension: 'group.a', 'group.b'; app: 'group.c'")
      })
    let none = Diagnosis(of: record, entitlements: Samples.entitlements([], ["group.c"]))
    #expect(
      none.broken?.seen.contains { $0.contains("extension: no group; app: 'group.c'") } == true)
  }

  @Test func `a common group is excluded as the cause, and the link stays unknown`() {
    let record = MatrixSamples.photo { $0.readBack = .init(by: .intake) }
    let diagnosis = Diagnosis(
      of: record, entitlements: Samples.entitlements(["group.a", "group.b"], ["group.b"]))
    #expect(diagnosis.steps.last?.verdict == .unknown)
    #expect(diagnosis.steps.last?.excluded.contains("application groups that differ") == true)
  }

  @Test func `entitlements that contradict what the app has read are doubted`() {
    let diagnosis = Diagnosis(
      of: Samples.photo, entitlements: Samples.entitlements(["group.a"], ["group.b"]))
    #expect(diagnosis.isWhole)
    #expect(diagnosis.steps.last?.advice.contains { $0.contains("were installed") } == true)
  }

  @Test func `an app that cannot read what it has read back is at fault itself`() throws {
    var record = Samples.photo
    record.seen = [.couldNotOpen]
    let step = try broken(.reading, Diagnosis(of: record, contract: Samples.contract))
    #expect(step.excluded.contains { $0.contains("the app has read it") })
    #expect(step.advice.contains { $0.contains("content type") })
  }

  @Test(arguments: IntakeError.Code.allCases)
  func `a read-back that failed breaks the last link, whatever its reason`(
    code: IntakeError.Code
  ) throws {
    let record = MatrixSamples.photo { $0.readBack = .init(by: .host, failure: code) }
    let step = try broken(.reading, Diagnosis(of: record))
    #expect(step.seen.contains("the app could not read it: \(code)"))
  }

  // MARK: Bounds

  @Test func `a share of thousands is told in a few sentences`() {
    var record = Samples.refused(.diskFull, at: .copying)
    record.items[0].attachments = Array(repeating: record.attachments[0], count: 5_000)
    let diagnosis = Diagnosis(of: record, contract: Samples.contract)
    #expect(diagnosis.broken?.link == .copying)
    #expect(diagnosis.steps.allSatisfy { $0.seen.count <= 12 && $0.advice.count <= 12 })
    #expect(diagnosis.broken?.seen.last?.hasPrefix("and ") == true)
  }

  @Test func `JSON has stable names, and nothing but types, codes and numbers`() {
    let record = Samples.refused(.loadTimedOut, at: .loading)
    let text = String(decoding: Diagnosis(of: record).json(), as: UTF8.self)
    #expect(text.hasPrefix(#"{"version":1,"share":"00000000-0000-0000-0000-000000000001","#))
    #expect(text.contains(#""isWhole":false,"broken":"loading","steps":[{"link":"appearance","#))
    #expect(text.hasSuffix("}\n"))
  }
}
