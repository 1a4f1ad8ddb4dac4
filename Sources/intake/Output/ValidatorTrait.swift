package import IntakeModel
package import UniformTypes

/// A trait of the package with which 'intake-validate' opens a kind of content, and without which it does not.
package enum ValidatorTrait: String, Sendable, CaseIterable {
  case pdf = "PDF"
  case images = "Images"

  /// The trait that opens content of `type`; `nil` where no trait decides.
  package init?(opening type: TypeIdentifier) {
    if TypeRegistry.standard.conforms(type, to: "com.adobe.pdf") {
      self = .pdf
    } else if TypeRegistry.standard.conforms(type, to: "public.image") {
      self = .images
    } else {
      return nil
    }
  }

  /// The trait that may be missing where content has this verdict; `nil` where it is none.
  package init?(missingFor verdict: ContentVerdict?, on type: TypeIdentifier) {
    guard verdict == .notValidated(.noValidator) else { return nil }
    self.init(opening: type)
  }

  /// What a person should know whose content was not opened.
  package var advice: String {
    let what =
      switch self {
      case .pdf: "PDFs"
      case .images: "images, such as HEIC, JPEG and PNG,"
      }
    return
      "\(what) are opened only by an 'intake-validate' that is built with the trait \(rawValue), as by "
      + "'swift build --traits PDF,Images'; its '--version' tells what it opens."
  }
}
