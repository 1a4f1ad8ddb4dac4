import IntakeModel

extension FailureAdvice {
  /// What is said of each code.
  static let entries: [IntakeError.Code: FailureAdvice] = limits.merging(types) { first, _ in first
  }
  .merging(validation) { first, _ in first }.merging(source) { first, _ in first }.merging(
    container
  ) { first, _ in first }
  .merging(handover) { first, _ in first }

  private static let limits: [IntakeError.Code: FailureAdvice] = [
    .overFileLimit: FailureAdvice(
      .copying, "the source delivered more bytes than one attachment may have",
      "raise the limit of one attachment, or of its accepted type, in the contract, or tell the person the limit"
    ),
    .overBatchLimit: FailureAdvice(
      .copying, "the attachments of the share together have more bytes than they may",
      "raise the limit of a batch in the contract, or let fewer attachments through in the activation rule"
    ),
    .overCountLimit: FailureAdvice(
      .copying,
      "the share has more attachments than it may; that is decided before any is loaded, and belongs to no "
        + "callback",
      "raise the count in the contract, or lower the maximum in the activation rule to what is taken in"
    ),
    .containerFull: FailureAdvice(
      .copying, "the container holds as much as it may",
      "let the app take what waits, and sweep what it has read; see whether the retention rule ever runs"
    ),
    .diskFull: FailureAdvice(
      .copying, "the disk has no room left for the copy",
      "tell the person to free storage, and share again; nothing was left behind"),
    .tooManyOpenFiles: FailureAdvice(
      .copying, "the process has no file descriptors left",
      "load fewer attachments at once, and look for files that the process opens and does not close"
    ),
  ]

  private static let types: [IntakeError.Code: FailureAdvice] = [
    .noAcceptedType: FailureAdvice(
      .matching, "none of the declared types is accepted",
      "accept one of the declared types in the contract, or keep the extension from appearing for them"
    ),
    .typeRefused: FailureAdvice(
      .matching, "a declared type is refused by the contract on purpose",
      "tell the person the message of the refusal; to take it, remove the type from what is refused"
    ),
    .sourceIsDirectory: FailureAdvice(
      .matching, "the source offers a folder or package, and those are refused",
      "store directories as zip in the contract, or share the files in it"),
    .emptyContent: FailureAdvice(
      .loading, "the load ended without an error and without a byte",
      "most often the file is not downloaded yet: ask the provider to download it, wait for that, and load again"
    ),
    .contentMismatch: FailureAdvice(
      .copying, "what arrived is of another type than was declared, and that type is not accepted",
      "accept the type that arrived in the contract, or ask the source for another representation"),
    .contentInvalid: FailureAdvice(
      .copying, "what arrived is damaged: it does not open as what it is",
      "share it again; if it is damaged again, open it in the source application"),
  ]

  private static let validation: [IntakeError.Code: FailureAdvice] = [
    .contentLocked: FailureAdvice(
      .copying, "the content opens only with a password, and such content is refused",
      "share it without its password, or let locked documents through in the validation"),
    .contentRepairable: FailureAdvice(
      .copying, "the content opens only after repair, and such content is refused",
      "open it in the source application and save it again, or let such documents through"),
    .contentOverLimit: FailureAdvice(
      .copying, "decoding the content would cross a limit on its size, time or parts",
      "raise the limit of the validation, or share a smaller version"),
    .notValidated: FailureAdvice(
      .copying, "nothing could tell whether the content opens, and such content is refused",
      "see that the validator is installed beside the program, or let such content through"),
    .contentInfected: FailureAdvice(
      .copying, "the scanner found something harmful in the content",
      "delete it where it came from; nothing of it was kept"),
    .notScanned: FailureAdvice(
      .copying, "the scanner could not tell, and what it has not seen is refused",
      "see whether the scanner runs and has its signatures, and share it again"),
  ]

  private static let source: [IntakeError.Code: FailureAdvice] = [
    .loadFailed: FailureAdvice(
      .loading, "the source reported an error of its own",
      "look its domain and number up, and let the next declared type be tried where one is accepted"
    ),
    .loadTimedOut: FailureAdvice(
      .loading, "the source did not deliver in time, and may never call back",
      "show that a download runs, set a longer load timeout in the contract, and offer to try again"
    ),
    .nothingDelivered: FailureAdvice(
      .loading, "the source called back with neither a value nor an error",
      "ask for another declared type or way of delivery; this one does not work in that source"),
    .notDownloaded: FailureAdvice(
      .loading, "the content is not on the device yet",
      "ask the provider to download it, show the progress, and load again when it is there"),
    .sourceMissing: FailureAdvice(
      .loading, "there was no file at the path that the source gave",
      "copy within the callback, before it returns: the file is gone afterwards; else share it again",
      followsStage: true),
    .sourceDenied: FailureAdvice(
      .loading, "the source may not be read",
      "hold security-scoped access while the file is read, or ask for its data instead of its place"
    ),
    .sourceIsLink: FailureAdvice(
      .loading, "the source is a symbolic link, which is not followed",
      "share the file itself"),
    .sourceNotRegular: FailureAdvice(
      .loading, "the source is a pipe, a device or a socket",
      "share a file"),
    .readFailed: FailureAdvice(
      .copying, "the file could be opened, and reading it failed",
      "share it again from a copy on the device; a drive or a server may have gone away",
      followsStage: true),
    .sourceChanged: FailureAdvice(
      .copying, "the file changed, grew or shrank while it was copied",
      "read it with file coordination, and share it again when the source has finished writing"),
    .sequenceFailed: FailureAdvice(
      .loading, "the sequence of attachments itself failed",
      "look at what enumerates the attachments; those before it stand"),
  ]

  private static let container: [IntakeError.Code: FailureAdvice] = [
    .containerUnavailable: FailureAdvice(
      .copying, "the container is not there",
      "compare the application groups of the extension and the app, letter by letter; without a common one "
        + "the system gives no container", followsStage: true),
    .containerReadOnly: FailureAdvice(
      .copying, "the container may not be written",
      "see that the container is in the shared group folder, and that the extension may write there",
      followsStage: true),
    .containerUnsuitable: FailureAdvice(
      .copying, "what is at that place is no container, or one of a newer version",
      "ship extension and app with the same version of the library, and give the container a folder of its own",
      followsStage: true),
    .writeFailed: FailureAdvice(
      .copying, "writing the copy failed", "look at the state of the storage, and share it again"),
    .containerBusy: FailureAdvice(
      .copying, "another process held the catalog for too long",
      "see that no process is suspended while it writes, and try again", followsStage: true),
    .catalogFailed: FailureAdvice(
      .copying, "the catalog could not be read or written",
      "look at the log of the catalog; what was handed over before stands", followsStage: true),
    .catalogDamaged: FailureAdvice(
      .copying, "the file of the catalog is damaged",
      "recover the container; the copies are checked by their digests", followsStage: true),
  ]

  private static let handover: [IntakeError.Code: FailureAdvice] = [
    .digestMismatch: FailureAdvice(
      .reading, "the copy no longer has the size or digest that was recorded",
      "find what writes to the container besides the library; share it again"),
    .copyMissing: FailureAdvice(
      .reading, "the file of a document is not in the container, though its entry is",
      "put the folder of the copies back, or wait until its disk is there; remove the entry only then if it is lost"
    ),
    .notFound: FailureAdvice(
      .reading, "the catalog knows no attachment with that identifier",
      "hand over the identifier of the outcome, after it; see that no sweep removes what was not yet taken"
    ),
    .alreadyTaken: FailureAdvice(
      .reading, "another reader holds the lease",
      "finish or release it there, or wait until the lease ends"),
    .linkBroken: FailureAdvice(
      .reading, "the original of a linked document cannot be found any more",
      "let the person choose the document again, or import it, so that the app owns a copy"),
    .leaseLost: FailureAdvice(
      .reading, "the lease ended before the reading did",
      "take a longer lease, or read before doing anything else"),
    .batchAborted: FailureAdvice(
      .copying, "another attachment of an all-or-nothing batch was refused",
      "look at that attachment; to keep the others, use the policy 'keep' in the contract"),
    .invalidArgument: FailureAdvice(
      .copying, "a call of the app makes no sense to the library",
      "look at the error's message where it was thrown, and correct the call", followsStage: true),
    .closed: FailureAdvice(
      .copying, "the pipeline or the container was closed before the end",
      "keep it open until every outcome has arrived; see whether the system ended the extension",
      followsStage: true),
  ]
}
