public import UniformTypes

/// One attachment of a recorded share.
public struct AttachmentRecord: Sendable, Hashable {
  /// What was declared, in the source's order, and what became of each.
  public var representations: [RepresentationRecord]
  /// What became of the attachment; `nil` where it never got as far as a load.
  public var result: Result?
  /// How long each stage took, as far as it got.
  public var durations: [Stage: Duration]
  /// The path that was handed on, where that is known.
  public var handedOver: HandedOver?
  /// What was found when the copy was read from the container afterwards.
  public var readBack: ReadBack?

  /// Makes a record; what is left out is not known, or did not happen.
  public init(
    representations: [RepresentationRecord], result: Result? = nil,
    durations: [Stage: Duration] = [:], handedOver: HandedOver? = nil, readBack: ReadBack? = nil
  ) {
    self.representations = representations
    self.result = result
    self.durations = durations
    self.handedOver = handedOver
    self.readBack = readBack
  }

  /// What became of an attachment.
  public enum Result: Sendable, Hashable {
    /// A copy was stored: under which declared type, with which type by its first bytes, and of how many bytes.
    case stored(declaredType: TypeIdentifier, contentType: TypeIdentifier, size: ByteCount)
    /// Nothing was stored, for this reason, which arose at this stage.
    case refused(IntakeError.Code, at: Stage)
  }

  /// What was handed to the host.
  public enum HandedOver: String, Sendable, CaseIterable, Hashable {
    /// The identifier of the container's own copy.
    case copy
    /// The path of the provider's file, which is gone when its callback has returned.
    case temporaryFile = "temporary-file"
    /// The path of the original, to which the host has no access.
    case original
  }

  /// The copy as it was found later.
  public struct ReadBack: Sendable, Hashable {
    /// Which process read the copy.
    public var reader: Reader
    /// Why it could not be read; `nil` where it had its size and digest.
    public var failure: IntakeError.Code?

    /// Makes the result of a reading; `failure` of `nil` where the copy had its size and digest.
    public init(by reader: Reader, failure: IntakeError.Code? = nil) {
      self.reader = reader
      self.failure = failure
    }

    /// Who read it.
    public enum Reader: String, Sendable, CaseIterable, Hashable {
      /// The process that took it in.
      case intake
      /// The app that owns it.
      case host
    }
  }
}

/// One representation of a recorded attachment.
public struct RepresentationRecord: Sendable, Hashable {
  /// The declared type.
  public var type: TypeIdentifier
  /// The way of delivery that was declared.
  public var delivery: Representation.Delivery
  /// The size that the source declared.
  public var declaredSize: ByteCount?
  /// What happened when it was loaded; `nil` where it was not tried.
  public var attempt: Attempt?

  /// Makes a record of one representation; `attempt` of `nil` where it was not tried.
  public init(
    _ type: TypeIdentifier, delivery: Representation.Delivery, declaredSize: ByteCount? = nil,
    attempt: Attempt? = nil
  ) {
    self.type = type
    self.delivery = delivery
    self.declaredSize = declaredSize
    self.attempt = attempt
  }

  /// One load of a representation.
  public struct Attempt: Sendable, Hashable {
    /// Its place among the loads of its attachment, from zero.
    public var order: Int
    /// What arrived; `nil` for nothing.
    public var arrival: Arrival?
    /// How much arrived, as far as it was read.
    public var size: ByteCount?
    /// The type of the content as its first bytes told.
    public var contentType: TypeIdentifier?
    /// Why it failed; `nil` where it did not.
    public var failure: Failure?

    /// Makes a record of one load; `order` counts the loads of the attachment from zero.
    public init(
      order: Int, arrival: Arrival? = nil, size: ByteCount? = nil,
      contentType: TypeIdentifier? = nil, failure: Failure? = nil
    ) {
      self.order = order
      self.arrival = arrival
      self.size = size
      self.contentType = contentType
      self.failure = failure
    }
  }

  /// What arrived from a source.
  public enum Arrival: String, Sendable, CaseIterable, Hashable {
    /// The path of a file.
    case file
    /// The path of a directory or package.
    case directory
    /// Bytes in memory, all at once.
    case bytes
    /// Bytes in chunks, one after another.
    case chunks
  }

  /// Why a load failed, without the text of any error.
  public struct Failure: Sendable, Hashable {
    /// The reason, as outcomes have it.
    public var code: IntakeError.Code
    /// The stage that failed.
    public var stage: Stage
    /// The domain and number of the source's own error, such as `CloudPhotoLibraryErrorDomain` 81.
    public var domain: RecordLabel?
    /// The number of the source's own error within ``domain``; `nil` where it had none.
    public var number: Int?

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: The reason, as outcomes have it.
    ///   - stage: The stage that failed.
    ///   - domain: The domain of the source's own error; `nil` where it had none.
    ///   - number: Its number within the domain; `nil` where it had none.
    public init(
      _ code: IntakeError.Code, at stage: Stage, domain: RecordLabel? = nil, number: Int? = nil
    ) {
      self.code = code
      self.stage = stage
      self.domain = domain
      self.number = number
    }
  }
}
