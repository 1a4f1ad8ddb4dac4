import ShareContract
import Testing

/// What rules in the dictionary form decide, worked out by hand.
struct DictionaryDecisionTests {
  static let cases: [PredicateDecisionTests.Case] = [
    // One of each, text, version 1.
    .init(
      "react-native-share-menu",
      appears: [
        .photo, .photoAndPDF, .page, .pdfPage, .textFile, .text, .contact, .movie, .place,
        .googlePhoto,
      ],
      hides: [
        .nothing, .emptyItem, .twoPhotos, .folder, .pass, .unknown, .links(2), .pdfs(2),
      ]),
    .init(
      "receive_sharing_intent",
      appears: [.photo, .photos(100), .photoAndPDF, .page, .pdfs(1)],
      hides: [.photos(101), .pdfs(2), .links(2), .folder, .unknown]),
    .init(
      "netnewswire",
      appears: [.page, .place, .googlePhoto],
      hides: [.nothing, .photo, .pdfPage, .textFile, .text, .links(2)]),
    // Version 2, one of each.
    .init(
      "rocket.chat.ios",
      appears: [.photo, .photoAndPDF, .page, .pdfPage, .textFile, .contact, .pagePropertyList],
      hides: [.nothing, .emptyItem, .twoPhotos, .folder, .unknown, .links(2)]),
    // Version 2, text, one link, one image.
    .init(
      "wordpress-ios",
      appears: [.photo, .photoAndPDF, .page, .pdfPage, .textFile, .contact],
      hides: [.nothing, .twoPhotos, .movie, .pdfs(1), .folder, .links(2)]),
    .init(
      "element-x-ios",
      appears: [.photos(10), .pdfs(10), .links(10), .movie], hides: [.photos(11), .pdfs(11)]),
    .init(
      "seafile-ios",
      appears: [.photo, .photoAndPDF, .textFile, .contact, .movie],
      hides: [.page, .pdfPage, .text, .folder, .twoPhotos]),
    .init(
      "seafile-ios-seafshare",
      appears: [.photos(50), .text, .movie, .pdfs(50)], hides: [.page, .photos(51), .folder]),
    .init("home-assistant", appears: [.page, .text, .textFile], hides: [.photo, .pdfPage]),
    .init("mastodon-ios", appears: [.photos(4), .movie], hides: [.photos(5), .pdfs(1)]),
    .init(
      "mattermost-mobile",
      appears: [.photos(10), .pdfPage, .page], hides: [.photos(11), .links(2), .folder]),
    .init("readest", appears: [.page, .pagePropertyList], hides: [.photo, .text, .pdfPage]),
    .init("t3code", appears: [.photos(8), .page, .text], hides: [.photos(9), .movie, .pdfs(1)]),
  ]

  @Test(arguments: cases)
  func `a rule of a public app decides as its numbers say`(
    expected: PredicateDecisionTests.Case
  ) throws {
    let source = try #require(PublicRules.dictionaries.first { $0.label == expected.label })
    let rule = try #require(try ExtensionPropertyList(reading: source.bytes).rule)
    for (shares, appears) in [(expected.appears, true), (expected.hides, false)] {
      for share in shares {
        let decision = rule.decision(for: share.items)
        #expect(decision.appears == appears, "\(share.testDescription): \(decision)")
        #expect(decision.explanation.holds == appears)
        #expect(rule.appears(for: share.items) == appears)
      }
    }
  }

  static func appears(_ dictionary: ActivationDictionary, _ share: SampleShare) -> Bool {
    let rule = ActivationRule.dictionary(dictionary)
    let appears = rule.appears(for: share.items)
    #expect(rule.decision(for: share.items).appears == appears)
    return appears
  }

  @Test func `version 1 wants every attachment, version 2 wants one`() {
    let images: [AttachmentKind: Int] = [.image: 9]
    #expect(!Self.appears(.init(version: .allAttachments, maximums: images), .photoAndPDF))
    #expect(Self.appears(.init(version: .anyAttachment, maximums: images), .photoAndPDF))
    #expect(!Self.appears(.init(version: .anyAttachment, maximums: images), .page))
  }

  @Test func `strict matching looks at the first type alone`() {
    for version in ActivationDictionary.Version.allCases {
      let fuzzy = ActivationDictionary(version: version, maximums: [.webURL: 1])
      var strict = fuzzy
      strict.usesStrictMatching = true
      #expect(Self.appears(fuzzy, .place))
      #expect(!Self.appears(strict, .place))
      #expect(Self.appears(strict, .page))
    }
  }

  @Test func `bounds for attachments of any kind are over all items`() {
    let bounds = ActivationDictionary(
      maximums: [.image: 9, .webURL: 9, .file: 9], minimumCount: 2, maximumCount: 3)
    #expect(!Self.appears(bounds, .photo))
    #expect(Self.appears(bounds, .pdfPage))
    #expect(Self.appears(bounds, .photos(3)))
    #expect(!Self.appears(bounds, .photos(4)))
  }

  @Test func `bounds alone support every kind, and no key nothing`() {
    let bounds = ActivationDictionary(maximumCount: 2)
    #expect(Self.appears(bounds, .unknown))
    #expect(!Self.appears(bounds, .photos(3)))
    #expect(!Self.appears(bounds, .nothing))
    #expect(!Self.appears(ActivationDictionary(), .photo))
    #expect(!Self.appears(.init(maximums: [.image: 0], maximumCount: 2), .photo))
  }

  @Test func `a file URL is a file and no web URL`() {
    let urls = ActivationDictionary(maximums: [.webURL: 9])
    #expect(!Self.appears(urls, SampleShare("a file URL", [["public.file-url"]])))
    #expect(
      Self.appears(.init(maximums: [.file: 9]), SampleShare("a file URL", [["public.file-url"]])))
  }

  @Test func `the numbers that decided are named`() {
    let rule = ActivationRule.dictionary(.init(maximums: [.image: 2, .webURL: 1]))
    let photos = rule.decision(for: SampleShare.photos(3).items)
    #expect(
      photos.description == """
        The extension does not appear.
          1 of 2 conditions of the dictionary fail
            3 images; at most 2 are supported
        """)
    #expect(
      rule.decision(for: SampleShare.photoAndPDF.items).description == """
        The extension does not appear.
          1 of 2 conditions of the dictionary fail
            1 of 2 attachments is of a supported kind (images, web URLs); version 1 wants all
              attachment 2 declares com.adobe.pdf and public.file-url, which is no supported kind
        """)
    #expect(
      rule.decision(for: SampleShare.page.items).description == """
        The extension appears.
          all conditions of the dictionary hold
            1 of 1 attachment is of a supported kind (images, web URLs); version 1 wants all
            1 web URL; at most 1 is supported
        """)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a dictionary that is printed reads as the same rule`(seed: UInt64) throws {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<200 {
      var dictionary = ActivationDictionary()
      if random.number(0...1) == 0 { dictionary.version = .anyAttachment }
      if random.number(0...1) == 0 { dictionary.usesStrictMatching = true }
      if random.number(0...1) == 0 { dictionary.minimumCount = random.number(0...9) }
      if random.number(0...1) == 0 { dictionary.maximumCount = random.number(0...9) }
      var maximums: [AttachmentKind: Int] = [:]
      for kind in AttachmentKind.allCases where random.number(0...1) == 0 {
        maximums[kind] = random.number(0...9)
      }
      dictionary = ActivationDictionary(
        version: dictionary.version, maximums: maximums, minimumCount: dictionary.minimumCount,
        maximumCount: dictionary.maximumCount, usesStrictMatching: dictionary.usesStrictMatching)
      let rule = ActivationRule.dictionary(dictionary)
      let wrapped = "<dict><key>NSExtensionActivationRule</key>\(rule)</dict>"
      #expect(try ExtensionPropertyList(reading: Array(wrapped.utf8)).rule == rule, "\(rule)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `in version 1 an attachment of no supported kind always hides the extension`(
    seed: UInt64
  ) {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<200 {
      var maximums: [AttachmentKind: Int] = [:]
      for kind in AttachmentKind.allCases { maximums[kind] = random.number(0...9) }
      let rule = ActivationRule.dictionary(ActivationDictionary(maximums: maximums))
      var share = random.share()
      let item = SharedItem(attachments: [["com.example.unknown"]])
      share.insert(item, at: random.number(0...share.count))
      #expect(!rule.decision(for: share).appears, "\(rule) \(share)")
    }
  }
}
