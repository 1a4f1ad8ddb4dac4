public import IntakeModel
import UniformTypes

extension ShareRecord {
  /// The records with those of one share and one origin made one, in the order of their first.
  ///
  /// The extension records what it took in, and the app records what it could read, each on a line of its own.
  /// Two such lines are joined where they declare the same, or one of them declares nothing, and where neither
  /// says otherwise of the row, the system, the build or what became of an attachment; else they stay apart, as
  /// those of two replays do that came out differently. What only one of them says is kept, of two read-backs
  /// the one that failed, and of two paths that were handed over the one that is not the copy.
  ///
  /// - Complexity: O(*n*) in the size of all records.
  public static func joining(_ records: [ShareRecord]) -> [ShareRecord] {
    var joined: [ShareRecord] = []
    var places: [Share: [Int]] = [:]
    for record in records {
      let share = Share(id: record.id, origin: record.origin)
      // A share has as many places as it has lines that do not agree, which are few unless somebody forges
      // them: only the first ones are tried.
      let fitting = places[share, default: []].prefix(8).first { joined[$0].agrees(with: record) }
      if let fitting {
        joined[fitting].join(record)
      } else {
        places[share, default: []].append(joined.count)
        joined.append(record)
      }
    }
    return joined
  }

  private struct Share: Hashable {
    let id: ShareID
    let origin: Origin
  }

  private func agrees(with other: ShareRecord) -> Bool {
    func agree<Value: Equatable>(_ left: Value?, _ right: Value?) -> Bool {
      left == nil || right == nil || left == right
    }
    guard agree(row, other.row), agree(system, other.system), agree(build, other.build) else {
      return false
    }
    if items.isEmpty || other.items.isEmpty { return true }
    return declaredItems == other.declaredItems
      && zip(attachments, other.attachments).allSatisfy { agree($0.result, $1.result) }
  }

  private mutating func join(_ other: ShareRecord) {
    // The later line is the newer one: an observation is as old as its newest part.
    recordedAt = [recordedAt, other.recordedAt].compactMap { $0 }.max()
    row = row ?? other.row
    source = source ?? other.source
    content = content ?? other.content
    system = system ?? other.system
    build = build ?? other.build
    seen.formUnion(other.seen)
    omitted = max(omitted, other.omitted)
    guard !items.isEmpty else {
      items = other.items
      return
    }
    guard !other.items.isEmpty else { return }
    for (item, otherItem) in zip(items.indices, other.items) {
      for (place, attachment) in zip(items[item].attachments.indices, otherItem.attachments) {
        items[item].attachments[place].join(attachment)
      }
    }
  }
}

extension AttachmentRecord {
  fileprivate mutating func join(_ other: AttachmentRecord) {
    for (place, representation) in zip(representations.indices, other.representations) {
      representations[place].attempt = representations[place].attempt ?? representation.attempt
      representations[place].declaredSize =
        representations[place].declaredSize ?? representation.declaredSize
    }
    result = result ?? other.result
    durations.merge(other.durations) { first, _ in first }
    // A path other than the copy's is what breaks a share, whichever line tells of it.
    handedOver = AttachmentRecord.HandedOver.allCases.last {
      $0 == handedOver || $0 == other.handedOver
    }
    switch (readBack, other.readBack) {
    case (nil, let later): readBack = later
    case (_, nil): break
    case (let first?, let later?):
      // What failed, else what the app itself has read, tells more.
      if first.failure == nil, later.failure != nil || later.reader == .host { readBack = later }
    }
  }
}
