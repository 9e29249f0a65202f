import Reflection

/// What some entries of one block changed.
public struct BlockNote {
  /// A bit for each byte of the state, as `ByteWatch` gives them.
  let bytes: [UInt64]
  /// Names of parts of arrays; see `WatchedArray`. What was noted for the same block before is left out.
  let parts: ArraySlice<UInt64>
}

/// Notes, while a feature runs, which bytes of its state each block of entries changes.
public final class ChangeNotes<State> {
  @exclusivity(unchecked) private var watch: ByteWatch?
  /// How many entries are still to come until a block is full.
  @exclusivity(unchecked) private var left = 0
  private var noted: [BlockNote] = []
  /// The block of the next entry.
  private var block = 0
  /// How many of the parts that changed are noted for that block already.
  private var partCount = 0
  /// Whether the entries that come are noted.
  @exclusivity(unchecked) private var isNoting = false
  /// How many entries were noted since the copy was taken that shows what changes, counted block by block.
  private var age = 0
  private var lifetime = 0
  private var renewals = 0
  private let measure: (State) -> Int

  /// What a large state costs to copy is spread over so many entries that each pays for this many bytes.
  private static var bytesPerEntry: Int { 64 }

  /// - Parameter measure: How many bytes a state takes with all it refers to, roughly.
  public init(measure: @escaping (State) -> Int) { self.measure = measure }

  /// The entries that come are recorded ones.
  ///
  /// - Parameters:
  ///   - state: The state before the first of them.
  ///   - number: The number it will have.
  public func begin(_ state: State, beforeEntry number: Int) {
    let block = ChangeBlocks.block(ofEntry: number)
    // A step that came to no end was noted nowhere.
    if isNoting || block != self.block { partCount = 0 }
    isNoting = true
    self.block = block
    noted = []
    left = ChangeBlocks.length - (number - 1) % ChangeBlocks.length
    if watch == nil { renew(state) } else { watch?.look(at: state) }
  }

  /// An action was reduced, or the state was edited.
  public func changed(to state: borrowing State) {
    guard isNoting else {
      // What comes after it would be compared with something too old.
      if watch != nil { watch = nil }
      return
    }
    watch?.look(at: state)
    left -= 1
    if left == 0 { endBlock(copy state) }
  }

  /// The step is over.
  ///
  /// - Returns: What `Timeline.append` takes as its changes.
  public func end() -> [BlockNote] {
    isNoting = false
    // A block that ended with the step has its marks already.
    if left < ChangeBlocks.length { note() }
    defer { noted = [] }
    return noted
  }

  private func note() {
    guard let watch else { return }
    noted.append(BlockNote(bytes: watch.marks, parts: watch.changedParts[partCount...]))
    partCount = watch.changedParts.count
  }

  private func endBlock(_ state: State) {
    note()
    left = ChangeBlocks.length
    block += 1
    partCount = 0
    age += ChangeBlocks.length
    if age >= lifetime { renew(state) }
  }

  private func renew(_ state: State) {
    watch = ByteWatch(state)
    partCount = 0
    age = 0
    // States grow slowly beside how often this comes, and measuring takes a while.
    if renewals.isMultiple(of: 16) { lifetime = max(ChangeBlocks.length, measure(state) / Self.bytesPerEntry) }
    renewals += 1
  }
}
