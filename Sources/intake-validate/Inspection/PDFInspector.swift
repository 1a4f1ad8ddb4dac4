import IntakeModel

#if PDF
  import CConfinement
  import CQPDF

  /// Opens a PDF through qpdf: first as it is, then with the library's own repair.
  struct PDFInspector {
    let limits: ValidationLimits

    func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict {
      let enough = Int64(limits.objects).addingReportingOverflow(1)
      let objects = PDFObjectCount.count(
        in: bytes, upTo: enough.overflow ? .max : enough.partialValue)
      if objects > limits.objects {
        return .refused(.objects, found: objects, limit: Int64(limits.objects))
      }
      // The library turns a lack of memory into an error like any other.
      _ = cqpdf_set_new_handler(cconfinement_end_without_memory)
      switch PDFReading(bytes, repairs: false).outcome() {
      case .pages(let pages) where pages > 0: return .valid(ContentFacts(pages: pages))
      case .needsPassword: return .locked
      case .unsupported: return .notValidated(.unsupportedFeature)
      case .pages, .damaged: break
      }
      return switch PDFReading(bytes, repairs: true).outcome() {
      case .pages(0): .invalid(.noPages)
      case .pages(let pages): .repairable(ContentFacts(pages: pages))
      case .needsPassword: .locked
      case .unsupported: .notValidated(.unsupportedFeature)
      case .damaged: .invalid(.damaged)
      }
    }

    static var library: String { "qpdf \(String(cString: qpdf_get_qpdf_version()))" }
  }

  /// One attempt to read a PDF.
  private struct PDFReading: ~Copyable {
    private var document: qpdf_data?
    private let bytes: UnsafeRawBufferPointer

    enum Outcome {
      case pages(Int)
      case needsPassword
      case unsupported
      case damaged
    }

    init(_ bytes: UnsafeRawBufferPointer, repairs: Bool) {
      self.bytes = bytes
      document = qpdf_init()
      // What it would print holds content.
      qpdf_silence_errors(document)
      qpdf_set_suppress_warnings(document, 1)
      qpdf_set_attempt_recovery(document, repairs ? 1 : 0)
    }

    deinit {
      var document = document
      qpdf_cleanup(&document)
    }

    func outcome() -> Outcome {
      let result = qpdf_read_memory(
        document, "document", bytes.baseAddress, UInt64(bytes.count), nil)
      if result & Int32(cqpdf_errors) != 0 { return failure() }
      let pages = qpdf_get_num_pages(document)
      if qpdf_has_error(document) != 0 || pages < 0 { return failure() }
      for page in 0..<Int(pages) {
        if !resolvePage(page) { return .damaged }
        if qpdf_has_error(document) != 0 { return failure() }
      }
      return .pages(Int(pages))
    }

    /// Whether the page is there, and so is its content where it says that it has some.
    private func resolvePage(_ page: Int) -> Bool {
      let object = qpdf_get_page_n(document, page)
      defer { qpdf_oh_release_all(document) }
      guard qpdf_oh_is_dictionary(document, object) != 0 else { return false }
      guard qpdf_oh_has_key(document, object, "/Contents") != 0 else { return true }
      let content = qpdf_oh_get_key(document, object, "/Contents")
      return qpdf_oh_is_stream(document, content) != 0 || qpdf_oh_is_array(document, content) != 0
        || qpdf_oh_is_null(document, content) != 0
    }

    private func failure() -> Outcome {
      guard let error = qpdf_get_error(document) else { return .damaged }
      return switch qpdf_get_error_code(document, error) {
      case qpdf_e_password: .needsPassword
      case qpdf_e_unsupported: .unsupported
      default: .damaged
      }
    }
  }
#else
  /// Stands in where the package was built without PDF.
  struct PDFInspector {
    let limits: ValidationLimits

    func verdict(on bytes: UnsafeRawBufferPointer) -> ContentVerdict { .notValidated(.noValidator) }
  }
#endif
