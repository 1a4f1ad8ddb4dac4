import Dispatch
import Foundation
import FoundationStandIn
import IntakeTesting
import Synchronization

/// An item provider with the lifetime that Apple documents: callbacks come on a queue of its own, and the file of a
/// file representation is gone when its callback has returned.
///
/// Not `Sendable`, as Apple's is not; what its queue touches is in `state`.
final class StandInProvider: NSItemProvider {
  /// What it does when a type is loaded.
  enum Behaviour: Sendable {
    case delivers(SampleContent)
    case deliversTwice(SampleContent)
    /// A callback once the gate is open, whatever was cancelled meanwhile.
    case deliversLate(SampleContent, Gate)
    case fails(NSError)
    case isSilent
    /// Hands over the file at this path, and says whether it is the original.
    case original(path: String, isInPlace: Bool)
  }

  let folder: TemporaryFolder
  private let offers: [(type: String, behaviour: Behaviour)]
  private let inPlaceTypes: [String]
  private let queue = DispatchQueue(label: "item provider")
  let callbacks = Tally()
  let cancellations = Tally()
  let loads = Tally()

  init(
    _ offers: [(type: String, behaviour: Behaviour)], inPlace: [String] = [], name: String? = nil
  ) throws {
    folder = try TemporaryFolder()
    self.offers = offers
    inPlaceTypes = inPlace
    super.init()
    suggestedName = name
  }

  override var registeredTypeIdentifiers: [String] { offers.map(\.type) }

  override func registeredTypeIdentifiers(
    fileOptions: NSItemProviderFileOptions = []
  ) -> [String] { fileOptions.contains(.openInPlace) ? inPlaceTypes : offers.map(\.type) }

  /// Temporary files that are there now.
  var files: [String] { (try? folder.list()) ?? [] }

  override func loadFileRepresentation(
    forTypeIdentifier type: String,
    completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
  ) -> Progress {
    load(type) { [folder, callbacks] behaviour in
      switch behaviour {
      case .delivers(let content), .deliversTwice(let content), .deliversLate(let content, _):
        let name = UUID().uuidString
        guard let path = try? folder.write(content, to: name) else { return }
        completionHandler(URL(filePath: path), nil)
        try? FileManager.default.removeItem(atPath: path)
      case .original(let path, _): completionHandler(URL(filePath: path), nil)
      case .fails(let error): completionHandler(nil, error)
      case .isSilent: return
      }
      callbacks.add()
    }
  }

  override func loadInPlaceFileRepresentation(
    forTypeIdentifier type: String,
    completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
  ) -> Progress {
    load(type) { [callbacks] behaviour in
      switch behaviour {
      case .original(let path, let isInPlace):
        completionHandler(URL(filePath: path), isInPlace, nil)
      case .fails(let error): completionHandler(nil, false, error)
      default: return
      }
      callbacks.add()
    }
  }

  override func loadDataRepresentation(
    forTypeIdentifier type: String,
    completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress {
    load(type) { [callbacks] behaviour in
      switch behaviour {
      case .delivers(let content), .deliversTwice(let content), .deliversLate(let content, _):
        completionHandler(Data(content.bytes), nil)
      case .fails(let error): completionHandler(nil, error)
      default: return
      }
      callbacks.add()
    }
  }

  private func load(
    _ type: String, _ callBack: @escaping @Sendable (Behaviour) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    progress.cancellationHandler = { [cancellations] in cancellations.add() }
    guard let behaviour = offers.first(where: { $0.type == type })?.behaviour else {
      return progress
    }
    let times = if case .deliversTwice = behaviour { 2 } else { 1 }
    queue.async {
      if case .deliversLate(_, let gate) = behaviour { gate.waitBlocking() }
      for _ in 0..<times { callBack(behaviour) }
    }
    loads.add()
    return progress
  }
}
