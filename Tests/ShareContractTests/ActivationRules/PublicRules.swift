import Testing

/// Activation rules of public apps, as they stand in their property lists.
enum PublicRules {
  struct Predicate: Sendable, CustomTestStringConvertible {
    let label: String
    let text: String
    var testDescription: String { label }

    init(_ label: String, _ text: String) {
      self.label = label
      self.text = text
    }
  }

  struct Dictionary: Sendable, CustomTestStringConvertible {
    let label: String
    /// The members of the dictionary in XML.
    let members: String
    var testDescription: String { label }

    init(_ label: String, _ members: String) {
      self.label = label
      self.members = members
    }

    /// The dictionary as a property list.
    var bytes: [UInt8] { Array("<plist version=\"1.0\"><dict>\(members)</dict></plist>".utf8) }
  }

  static let predicates: [Predicate] = [
    Predicate(
      "simplenote-ios",
      """
      SUBQUERY( extensionItems, $extensionItem, (SUBQUERY( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.plain-text" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.text" ).@count >= 1 OR SUBQUERY( $extensionItem.attachments, $attachment, \
      ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url" || ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.file-url" ).@count == \
      1) AND SUBQUERY( $extensionItem.attachments, $attachment, ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "org.appextension.find-login-action" || ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "org.appextension.save-login-action" ).@count == 0 ).@count >= 1
      """),
    Predicate(
      "ios-kdrive",
      """
      SUBQUERY (extensionItems, $extensionItem, SUBQUERY ($extensionItem.attachments, \
      $attachment, (ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data")).@count == $extensionItem.attachments.@count ).@count > 0
      """),
    Predicate(
      "pocket-ios",
      """
      SUBQUERY(extensionItems, $extensionItem, SUBQUERY($extensionItem.attachments, \
      $attachment, (ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" OR ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.plain-text") AND (NOT ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.file-url")).@count > 0).@count > 0
      """),
    Predicate(
      "share_handler",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ( ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.file-url" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.image" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.text" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.movie" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" ) ).@count > 0 ).@count > 0
      """),
    Predicate(
      "neebla",
      """
      ( SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url" \
      || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.text" ).@count \
      <= 2 ).@count <= 2 AND SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( \
      $extensionItem.attachments, $attachment, ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.url" || ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.text" ).@count >=1 ).@count >=1 ) OR ( SUBQUERY ( \
      extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, $attachment, \
      ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.movie" || ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.jpeg" || ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.png" || ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "com.compuserve.gif" ).@count \
      == 1 ).@count == 1 AND SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( \
      $extensionItem.attachments, $attachment, ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.movie" || ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.jpeg" || ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.png" || ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "com.compuserve.gif" ).@count == $extensionItem.attachments.@count \
      ).@count == 1 )
      """),
    Predicate(
      "react-native-share-extension",
      """
      TRUEPREDICATE
      """),
    Predicate(
      "duckduckgo",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url" \
      || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.plain-text" \
      ).@count <= 2 ).@count == 1
      """),
    Predicate(
      "send-intent",
      """
      TRUEPREDICATE
      """),
    Predicate(
      "monal",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "com.apple.pkpass" ).@count >= 1 ).@count == 1
      """),
    Predicate(
      "talk-ios",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.image" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.video" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.plain-text" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.vcard" ).@count <= 20 ).@count == 1
      """),
    Predicate(
      "session-ios",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" ).@count >= 1 ).@count == 1
      """),
    Predicate(
      "threema-ios",
      """
      ( SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.item" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.content" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.archive" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.contact" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.message" ).@count <= 20 ).@count == 1 || SUBQUERY( extensionItems, \
      $extensionItem, ( SUBQUERY( $extensionItem.attachments, $attachment, ANY \
      $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO "public.url" ).@count >= 1 \
      AND $extensionItem.attachments.@count <= 20 ) AND extensionItems.@count <= 20 \
      ).@count >= 1 )
      """),
    Predicate(
      "wallabag",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "com.adobe.pdf" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.image" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" ).@count == 1 ).@count > 0
      """),
    Predicate(
      "signal-ios",
      """
      SUBQUERY ( extensionItems, $extensionItem, SUBQUERY ( $extensionItem.attachments, \
      $attachment, ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data" || ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.url" ).@count >= 1 ).@count == 1
      """),
    Predicate(
      "nextcloud",
      """
      SUBQUERY (extensionItems, $extensionItem, SUBQUERY \
      ($extensionItem.attachments,$attachment,(ANY $attachment.registeredTypeIdentifiers \
      UTI-CONFORMS-TO "public.data")).@count == $extensionItem.attachments.@count).@count \
      > 0
      """),
    Predicate(
      "ios-swisstransfer",
      """
      SUBQUERY (extensionItems, $extensionItem, SUBQUERY ($extensionItem.attachments, \
      $attachment, (ANY $attachment.registeredTypeIdentifiers UTI-CONFORMS-TO \
      "public.data")).@count == $extensionItem.attachments.@count ).@count > 0
      """),
  ]

  static let dictionaries: [Dictionary] = [
    Dictionary(
      "react-native-share-menu",
      """
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "receive_sharing_intent",
      """
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>100</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>100</integer>
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "netnewswire",
      """
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "rocket.chat.ios",
      """
      <key>NSExtensionActivationDictionaryVersion</key><integer>2</integer>
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebPageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "element-x-ios",
      """
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>10</integer>
      """),
    Dictionary(
      "seafile-ios",
      """
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "seafile-ios-seafshare",
      """
      <key>NSExtensionActivationSupportsAttachmentsWithMaxCount</key><integer>50</integer>
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>50</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>50</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>0</integer>
      """),
    Dictionary(
      "home-assistant",
      """
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "mastodon-ios",
      """
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>4</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "mattermost-mobile",
      """
      <key>NSExtensionActivationDictionaryVersion</key><integer>2</integer>
      <key>NSExtensionActivationSupportsAttachmentsWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>10</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebPageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "react-native-share-menu-example",
      """
      <key>NSExtensionActivationSupportsFileWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsMovieWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "readest",
      """
      <key>NSExtensionActivationSupportsWebPageWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "wordpress-ios",
      """
      <key>NSExtensionActivationDictionaryVersion</key><integer>2</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>1</integer>
      """),
    Dictionary(
      "t3code",
      """
      <key>NSExtensionActivationSupportsImageWithMaxCount</key><integer>8</integer>
      <key>NSExtensionActivationSupportsText</key><true/>
      <key>NSExtensionActivationSupportsWebURLWithMaxCount</key><integer>1</integer>
      """),
  ]
}
