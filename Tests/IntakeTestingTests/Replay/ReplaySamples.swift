import AttachmentIntake
import IntakeModel
import IntakeTesting
import UniformTypes

/// Attachments of every kind, with what becomes of them under the sample contract.
enum ReplaySamples {
  struct Sample: Sendable {
    let name: String
    /// `nil` where it is stored.
    let code: IntakeError.Code?
    let make: @Sendable () -> Attachment

    init(
      _ name: String, _ code: IntakeError.Code? = nil, _ make: @escaping @Sendable () -> Attachment
    ) {
      self.name = name
      self.code = code
      self.make = make
    }
  }

  static let stored: [Sample] = [
    Sample("file") { .provider(.init("public.jpeg", .file(.jpeg(bytes: 70_000)))) },
    Sample("file in place") {
      .provider(.init("com.adobe.pdf", .file(.pdf(bytes: 9000)), delivery: .inPlaceFile))
    },
    Sample("data") { .provider(.init("public.png", .data(.png(bytes: 5000)))) },
    Sample("declared size") {
      .provider(.init("public.png", .file(.png(bytes: 5000)), declaredSize: .bytes(77)))
    },
    Sample("stream") { Attachment(ScriptedSource("public.mpeg-4", .mp4(bytes: 300_000))) },
    Sample("stream of a size") {
      Attachment(
        ScriptedSource("public.jpeg", .jpeg(bytes: 9001), declaredSize: .bytes(9001)))
    },
    Sample("text") { .provider(.init("public.plain-text", .data(.text(bytes: 12)))) },
    Sample("contact") { .provider(.init("public.vcard", .data(.vCard(bytes: 400)))) },
    Sample("one byte of an image") { .provider(.init("public.image", .file([7]))) },
    Sample("JPEG named HEIC") { .provider(.init("public.heic", .file(.jpeg(bytes: 8000)))) },
    Sample("image of unknown format") {
      .provider(.init("public.image", .data(.unknown(bytes: 4000))))
    },
    Sample("second in preference, first refused by the source") {
      .provider(
        .init("public.jpeg", .file(.jpeg(bytes: 6000))),
        .init(
          "public.heic",
          .error(SampleFault(sourceDomain: "PHPhotosErrorDomain", sourceNumber: 3164))))
    },
    Sample("third try") {
      .provider(
        .init("public.heic", .file(.empty)), .init("public.jpeg", .removedFile),
        .init("public.png", .data(.binaryPropertyList(bytes: 4000))),
        .init("public.tiff", .data(.tiff(bytes: 4100))))
    },
    Sample("the same type in two ways") {
      Attachment(
        ScriptedSource([
          Representation("public.jpeg", delivery: .inPlaceFile),
          Representation("public.jpeg", delivery: .data),
        ]) { representation, receiver in
          if representation.delivery == .inPlaceFile {
            try receiver.receiveFile(at: "/nowhere/at/all")
          } else {
            try SampleContent.jpeg(bytes: 5000).bytes.withUnsafeBytes {
              try receiver.receiveBytes($0)
            }
          }
        })
    },
    Sample("data that comes as a file") {
      Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, receiver in
          try withTemporaryFolder {
            try receiver.receiveFile(at: $0.write(.jpeg(bytes: 6000), to: "file"))
          }
        })
    },
    Sample("file that comes as chunks") {
      Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .file)]) { _, receiver in
          try await receiver.receiveChunks(ChunkSource(.jpeg(bytes: 6000), chunk: 1000))
        })
    },
    Sample("text of an extension that nobody knows") {
      let type = DynamicType(tags: [.filenameExtension("unheard-of")]).identifier
      return .provider(.init(type, .data(.text(bytes: 900))))
    },
  ]

  static let refused: [Sample] = [
    Sample("nothing accepted", .noAcceptedType) {
      .provider(.init("public.mp3", .file(.mp3(bytes: 5000))))
    },
    Sample("nothing declared", .noAcceptedType) { .provider() },
    Sample("folder", .sourceIsDirectory) {
      .provider(.init("public.folder", .folder(["a.txt": .text(bytes: 10)])))
    },
    Sample("folder where a file was promised", .sourceIsDirectory) {
      .provider(.init("public.image", .folder(["a.txt": .text(bytes: 10)])))
    },
    Sample("error", .loadFailed) {
      .provider(
        .init(
          "public.jpeg",
          .error(SampleFault(sourceDomain: "NSItemProviderErrorDomain", sourceNumber: -1000))))
    },
    Sample("error without a number", .loadFailed) {
      .provider(.init("public.jpeg", .error(Unnumbered())))
    },
    Sample("stream that breaks off", .loadFailed) {
      Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .stream)]) { _, receiver in
          let chunks = ChunkSource(.jpeg(bytes: 200_000))
          try await receiver.receiveChunks(
            chunks.failing(with: SampleFault(sourceDomain: "NIO", sourceNumber: 104), at: 2))
        })
    },
    Sample("file, and yet an error", .loadFailed) {
      Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, receiver in
          try SampleContent.jpeg(bytes: 5000).bytes.withUnsafeBytes {
            try receiver.receiveBytes($0)
          }
          throw SampleFault(sourceDomain: "Late", sourceNumber: 1)
        })
    },
    Sample("not downloaded, by its error", .notDownloaded) {
      .provider(
        .init(
          "public.jpeg",
          .error(SampleFault(sourceDomain: "CloudPhotoLibraryErrorDomain", sourceNumber: 81))))
    },
    Sample("not downloaded, by its stub", .notDownloaded) {
      .provider(.init("public.jpeg", .file(.undownloadedStub)))
    },
    Sample("stub in a stream", .notDownloaded) {
      Attachment(ScriptedSource("public.jpeg", .undownloadedStub))
    },
    Sample("never called back", .loadTimedOut) {
      .provider(.init("public.jpeg", .nothing, when: .never))
    },
    Sample("stream that stalls", .loadTimedOut) {
      let stalled = Gate()
      return Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .stream)]) { _, receiver in
          try await receiver.receiveChunks(
            ChunkSource(.jpeg(bytes: 200_000)).held(by: stalled, at: 1))
        })
    },
    Sample("file, and then silence", .loadTimedOut) {
      let stalled = Gate()
      return Attachment(
        ScriptedSource([Representation("public.jpeg", delivery: .data)]) { _, receiver in
          try SampleContent.jpeg(bytes: 5000).bytes.withUnsafeBytes {
            try receiver.receiveBytes($0)
          }
          try await stalled.wait()
        })
    },
    Sample("neither value nor error", .nothingDelivered) {
      .provider(.init("public.jpeg", .nothing))
    },
    Sample("stream that never begins", .nothingDelivered) {
      Attachment(ScriptedSource([Representation("public.jpeg", delivery: .stream)]))
    },
    Sample("removed file", .sourceMissing) { .provider(.init("public.jpeg", .removedFile)) },
    Sample("removed original", .sourceMissing) {
      .provider(.init("public.jpeg", .removedFile, delivery: .inPlaceFile))
    },
    Sample("denied file", .sourceDenied) {
      .provider(.init("public.jpeg", .denied(.jpeg(bytes: 5000))))
    },
    Sample("link", .sourceIsLink) { .provider(.init("public.jpeg", .link(.jpeg(bytes: 5000)))) },
    Sample("device", .sourceNotRegular) { .provider(.init("public.jpeg", .path("/dev/null"))) },
    Sample("missing file of our own", .sourceMissing) {
      Attachment(fileAt: "/nowhere/at/all")
    },
    Sample("empty file", .emptyContent) { .provider(.init("public.jpeg", .file(.empty))) },
    Sample("empty data", .emptyContent) { .provider(.init("public.jpeg", .data(.empty))) },
    Sample("empty stream", .emptyContent) {
      Attachment(ScriptedSource("public.jpeg", .empty))
    },
    Sample("property list where an image was promised", .contentMismatch) {
      .provider(.init("public.png", .file(.binaryPropertyList(bytes: 9000))))
    },
    Sample("property list of a few bytes", .contentMismatch) {
      .provider(.init("public.image", .data(.binaryPropertyList(bytes: 90))))
    },
    Sample("no JPEG at all", .contentMismatch) {
      .provider(.init("public.jpeg", .file(.unknown(bytes: 9000))))
    },
    Sample("sound where an image was promised", .contentMismatch) {
      Attachment(ScriptedSource("public.image", .mp3(bytes: 70_000)))
    },
    Sample("too large a file", .overFileLimit) {
      .provider(.init("public.jpeg", .file(.jpeg(bytes: 1 << 21))))
    },
    Sample("too large data", .overFileLimit) {
      .provider(.init("public.jpeg", .data(.jpeg(bytes: 1 << 21))))
    },
    Sample("too large a stream", .overFileLimit) {
      Attachment(ScriptedSource("public.jpeg", .jpeg(bytes: 1 << 21)))
    },
    Sample("too large a stream by its own account", .overFileLimit) {
      Attachment(
        ScriptedSource("public.jpeg", .jpeg(bytes: 1 << 21), declaredSize: .bytes(1 << 21)))
    },
    Sample("shorter stream than declared", .sourceChanged) {
      Attachment(ScriptedSource("public.jpeg", .jpeg(bytes: 9000), declaredSize: .bytes(9500)))
    },
    Sample("longer stream than declared", .sourceChanged) {
      Attachment(ScriptedSource("public.jpeg", .jpeg(bytes: 9000), declaredSize: .bytes(8500)))
    },
  ]
}
