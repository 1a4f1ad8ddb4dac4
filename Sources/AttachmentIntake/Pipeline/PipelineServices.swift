/// What all batches of one pipeline share.
struct PipelineServices: Sendable {
  let container: SharedContainer
  let configuration: IntakePipeline.Configuration
  let memory: MemoryBudget
  let buffers: BufferPool
  let disk: DiskLedger
  let openCopies: OpenCopies
  let queue: GroupQueue
  let remains = CommitRemains()
  let undelivered = UndeliveredCopies()
  let counters = CounterBoard()
  /// The window of each batch.
  let window: Int

  var store: any ContainerStore { container.store }
  var catalog: any AttachmentCatalog { container.catalog }
  var now: @Sendable () -> Int64 { container.now }

  init(container: SharedContainer, configuration: IntakePipeline.Configuration) {
    self.container = container
    self.configuration = configuration
    memory = MemoryBudget(capacity: configuration.memoryBudget)
    buffers = BufferPool(bufferSize: Int(configuration.copyBufferSize.bytes))
    let store = container.store
    disk = DiskLedger(
      limits: configuration.container, reserve: configuration.minimumFreeSpace,
      freeSpace: { try store.freeSpace() })
    queue = GroupQueue(
      limits: .init(
        count: configuration.durability == .each ? 1 : configuration.groupCount,
        bytes: configuration.groupBytes))
    // A copy holds a descriptor until it is committed, and its source one while it is read. The rest of the
    // process, with its catalog, needs some 20.
    let possible = max(1, (DescriptorLimit.current - 20) / 2)
    window = min(configuration.window, possible)
    openCopies = OpenCopies(capacity: min(configuration.maximumOpenCopies, possible))
  }

  /// Waits until a load could have its place among the open copies, and its copy buffer.
  func waitForRoom() async throws {
    try await openCopies.waitForPlace { queue.flush() }
    let bytes = Int64(buffers.bufferSize)
    try await memory.reserve(bytes)
    memory.release(bytes)
  }

  /// Reads what the container holds, where it is near its limit.
  func refreshTotals() async throws {
    if disk.needsTotals { disk.update(try await catalog.totals()) }
  }

  func removeUndelivered() async { await undelivered.remove(from: container) }

  func count(_ outcome: Outcome) {
    counters.update { counters in
      switch outcome.result {
      case .success(let attachment):
        counters.stored += 1
        counters.storedBytes += attachment.size
      case .failure(let error): counters.refusals[error.code, default: 0] += 1
      }
    }
  }
}
