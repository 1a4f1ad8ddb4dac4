import IntakeModel
import UniformTypes

#if Images
  import CConfinement
  import CVips
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Decodes an image through libvips, with what is not made for hostile input blocked.
  ///
  /// The header is read first, and nothing is decoded that would take more than the cap.
  struct ImageInspector {
    /// Starts the library, with its loaders of formats.
    func prepare() {
      setenv("VIPS_BLOCK_UNTRUSTED", "1", 1)
      cvips_silence()
      vips_init("intake-validate")
      vips_block_untrusted_set(1)
      // Nothing is looked at twice, and code made at run time would need memory that can be run.
      vips_cache_set_max(0)
      vips_vector_set_enabled(0)
      vips_concurrency_set(1)
      _ = cvips_set_new_handler(cconfinement_end_without_memory)
    }

    func verdict(
      on bytes: UnsafeRawBufferPointer, as type: TypeIdentifier, limits: ValidationLimits
    ) -> ContentVerdict {
      let loader = ImageLoader(for: type)
      switch cvips_is_blocked(loader.name) {
      case 0 where loader.isUsed: break
      case 1: return .notValidated(.loaderBlocked)
      default: return .notValidated(.noValidator)
      }
      defer {
        vips_error_clear()
        vips_thread_shutdown()
      }
      return ImageReading(bytes, loader, limits).verdict()
    }

    static var library: String { "libvips \(String(cString: vips_version_string()))" }
  }

  /// The loader for a type.
  private struct ImageLoader {
    let name: String
    /// Whether it takes a page and a number of pages.
    let hasPages: Bool
    /// Whether the pages are all of one size, and are best decoded in one go.
    let hasFrames: Bool
    /// Whether it is ever called.
    let isUsed: Bool

    private static let loaders:
      [(type: TypeIdentifier, name: String, hasPages: Bool, hasFrames: Bool)] = [
        ("public.jpeg", "jpegload_source", false, false),
        ("public.png", "pngload_source", false, false),
        ("com.compuserve.gif", "gifload_source", true, true),
        ("org.webmproject.webp", "webpload_source", true, true),
        ("public.tiff", "tiffload_source", true, false),
        ("public.heif-standard", "heifload_source", true, false),
        ("public.jpeg-xl", "jxlload_source", false, false),
        ("public.jpeg-2000", "jp2kload_source", false, false),
        ("public.svg-image", "svgload_source", false, false),
        ("com.ilm.openexr-image", "openexrload", false, false),
      ]

    init(for type: TypeIdentifier) {
      let known = Self.loaders.first { TypeRegistry.standard.conforms(type, to: $0.type) }
      // ImageMagick knows the rest, and is blocked where the library has it.
      name = known?.name ?? "magickload_buffer"
      hasPages = known?.hasPages ?? false
      hasFrames = known?.hasFrames ?? false
      isUsed = name.hasSuffix("_source")
    }
  }

  /// One image.
  private struct ImageReading {
    private let bytes: UnsafeRawBufferPointer
    private let loader: ImageLoader
    private let limits: ValidationLimits

    init(_ bytes: UnsafeRawBufferPointer, _ loader: ImageLoader, _ limits: ValidationLimits) {
      self.bytes = bytes
      self.loader = loader
      self.limits = limits
    }

    func verdict() -> ContentVerdict {
      guard let first = OpenImage(bytes, loader.name) else { return .invalid(.damaged) }
      let frames = loader.hasPages ? first.pages : 1
      if frames > limits.frames {
        return .refused(.frames, found: Int64(frames), limit: Int64(limits.frames))
      }
      let size: Int64
      switch decodedSize(first, frames) {
      case .found(let found): size = found
      case .damaged: return .invalid(.damaged)
      }
      let limit = limits.decodedSize.bytes
      if size > limit { return .refused(.decodedSize, found: size, limit: limit) }
      let facts = ContentFacts(
        width: first.width, height: first.height, frames: frames,
        decodedSize: ByteCount(bytes: size))
      return decode(first, frames) ? .valid(facts) : .invalid(.damaged)
    }

    private enum Size {
      case found(Int64)
      case damaged
    }

    /// The bytes of all frames, by their headers.
    private func decodedSize(_ first: borrowing OpenImage, _ frames: Int) -> Size {
      if frames == 1 { return .found(first.decodedSize) }
      if loader.hasFrames {
        let (product, overflow) = first.decodedSize.multipliedReportingOverflow(by: Int64(frames))
        return .found(overflow ? .max : product)
      }
      var sum = first.decodedSize
      for page in 1..<frames where sum <= limits.decodedSize.bytes {
        guard let image = OpenImage(bytes, loader.name, page: page, count: 1) else {
          return .damaged
        }
        let (next, overflow) = sum.addingReportingOverflow(image.decodedSize)
        sum = overflow ? .max : next
      }
      return .found(sum)
    }

    private func decode(_ first: borrowing OpenImage, _ frames: Int) -> Bool {
      if frames == 1 { return first.decode() }
      let atOnce = loader.hasFrames ? max(1, OpenImage.maximumSide / max(1, first.height)) : 1
      for page in stride(from: 0, to: frames, by: atOnce) {
        let count = min(atOnce, frames - page)
        guard let image = OpenImage(bytes, loader.name, page: page, count: count), image.decode()
        else { return false }
      }
      return true
    }
  }

  /// An image of which the header is read.
  private struct OpenImage: ~Copyable {
    private let source: UnsafeMutablePointer<VipsSource>
    private let image: UnsafeMutablePointer<VipsImage>

    /// The most pixels of a side (`VIPS_MAX_COORD`), and so of all frames below each other.
    static let maximumSide = 10_000_000

    init?(_ bytes: UnsafeRawBufferPointer, _ loader: String) {
      self.init(bytes) { source, image in cvips_load(loader, source, image) }
    }

    init?(_ bytes: UnsafeRawBufferPointer, _ loader: String, page: Int, count: Int) {
      self.init(bytes) { source, image in
        cvips_load_pages(loader, source, image, Int32(clamping: page), Int32(clamping: count))
      }
    }

    private init?(
      _ bytes: UnsafeRawBufferPointer,
      load: (
        UnsafeMutablePointer<VipsSource>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
      ) -> Int32
    ) {
      guard let source = vips_source_new_from_memory(bytes.baseAddress, bytes.count) else {
        return nil
      }
      var image: UnsafeMutablePointer<VipsImage>?
      guard load(source, &image) == 0, let image else {
        cvips_release(source)
        return nil
      }
      self.source = source
      self.image = image
    }

    deinit {
      cvips_release(image)
      cvips_release(source)
    }

    var width: Int { Int(vips_image_get_width(image)) }
    var height: Int { Int(vips_image_get_height(image)) }

    /// How many frames or pages the file says that it has; at least one.
    var pages: Int {
      var number: Int32 = 0
      guard vips_image_get_typeof(image, "n-pages") != 0,
        vips_image_get_int(image, "n-pages", &number) == 0
      else { return 1 }
      return max(1, Int(number))
    }

    /// The bytes of what this was opened for.
    var decodedSize: Int64 {
      let (pixels, overflow) = Int64(width).multipliedReportingOverflow(by: Int64(height))
      let (size, overflowAgain) = pixels.multipliedReportingOverflow(
        by: Int64(cvips_bytes_of_pixel(image)))
      return overflow || overflowAgain ? .max : size
    }

    /// Decodes all of it, from the top, a strip at a time.
    func decode() -> Bool {
      guard let region = cvips_region(image) else { return false }
      defer { cvips_release(region) }
      for top in stride(from: 0, to: height, by: 64) {
        let lines = min(64, height - top)
        guard cvips_prepare(region, Int32(top), Int32(width), Int32(lines)) == 0 else {
          return false
        }
      }
      return true
    }
  }
#else
  /// Stands in where the package was built without images.
  struct ImageInspector {
    func prepare() {}

    func verdict(
      on bytes: UnsafeRawBufferPointer, as type: TypeIdentifier, limits: ValidationLimits
    ) -> ContentVerdict { .notValidated(.noValidator) }
  }
#endif
