import ShareContract

/// A contract of two rows, and what can be recorded of them.
enum MatrixSamples {
  static let still = ContractRow(
    id: "photos-still", source: "Photos", content: "still photo",
    items: [SharedItem(attachments: [["public.heic", "public.jpeg"]])],
    expectations: [
      Expectation(
        .stored, representation: "public.heic", delivery: .file, contentType: "public.heic")
    ],
    tests: ["PhotosTests.ShareTests/stillPhoto()"])

  static let link = ContractRow(
    id: "safari-page", source: "Safari", content: "page",
    items: [SharedItem(attachments: [["public.url"]])],
    expectations: [Expectation(.refused(.noAcceptedType))])

  static let rule = SelectionRule([AcceptedType("public.image")])

  static func contract(_ rows: ContractRow...) -> InputContract {
    InputContract(name: "Example", rule: rule, rows: rows)
  }

  static let passed = [TestObservation("PhotosTests.ShareTests/stillPhoto()", .passed)]

  static func id(_ number: UInt8) -> ShareID {
    // Sixteen bytes are always an identifier.
    ShareID(bytes: [UInt8](repeating: 0, count: 15) + [number])!
  }

  static let phone = ShareRecord.System(
    name: "iOS 26.1", build: "23B85", device: "iPhone17,1", isFreshInstallation: false)

  /// A record of a still photo that went as the row promises.
  static func photo(
    _ number: UInt8 = 1, _ origin: ShareRecord.Origin = .device, at time: Int64? = nil,
    system: ShareRecord.System? = phone, build: RecordLabel? = "12"
  ) -> ShareRecord {
    let attachment = AttachmentRecord(
      representations: [
        RepresentationRecord(
          "public.heic", delivery: .file,
          attempt: .init(order: 0, arrival: .file, size: .bytes(9), contentType: "public.heic")),
        RepresentationRecord("public.jpeg", delivery: .file),
      ],
      result: .stored(declaredType: "public.heic", contentType: "public.heic", size: .bytes(9)),
      handedOver: .copy, readBack: .init(by: .host))
    return ShareRecord(
      id: id(number), recordedAt: time, origin: origin, source: "Photos", system: system,
      build: build, items: [.init(attachments: [attachment])])
  }

  /// The same with its only attachment changed.
  static func photo(
    _ number: UInt8 = 1, _ origin: ShareRecord.Origin = .device, at time: Int64? = nil,
    change: (inout AttachmentRecord) -> Void
  ) -> ShareRecord {
    var record = photo(number, origin, at: time)
    change(&record.items[0].attachments[0])
    return record
  }

  /// What a person saw of a still photo.
  static func sight(_ seen: ShareRecord.Sight..., number: UInt8 = 9) -> ShareRecord {
    ShareRecord(
      id: id(number), origin: .manual, source: "Photos", content: "still photo", system: phone,
      seen: Set(seen))
  }
}
