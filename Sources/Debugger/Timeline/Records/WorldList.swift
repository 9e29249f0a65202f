import Reflection

/// The worlds of a log, each kept once for all records in a row that have it.
struct WorldList: Sendable {
  /// A world without its attachment: plain numbers, which are cheap to compare and to copy.
  private struct Record: Equatable, Sendable {
    let nanoseconds: Int64
    let uuidCount: Int
    let generator: UInt64
    let stackElementCount: Int
    let effectCount: Int
    let supplyCount: Int32

    init(_ world: WorldState) {
      nanoseconds = world.nanoseconds
      uuidCount = world.uuidCount
      generator = world.generator
      stackElementCount = world.stackElementCount
      effectCount = world.effectCount
      supplyCount = world.supplyCount
    }
  }

  /// Worlds in a row that have the same attachment.
  private struct Stretch: Sendable {
    var first: Int
    let object: (any AnyObject & Sendable)?
    /// How many of them are not needed any more.
    var released = 0
  }

  private var records = ChunkedList<Record>()
  /// Ascending. Attachments seldom change from one world to the next, and most logs have one.
  private var stretches: [Stretch] = []
  /// The newest world, as long as there is one.
  private var last: Record?

  subscript(place: Int32) -> WorldState {
    let record = records[Int(place)]
    var world = WorldState(seed: record.generator)
    world.nanoseconds = record.nanoseconds
    world.uuidCount = record.uuidCount
    world.stackElementCount = record.stackElementCount
    world.effectCount = record.effectCount
    world.supplyCount = record.supplyCount
    world.attachment = WorldState.Attachment(stretches[stretch(of: Int(place))].object)
    return world
  }

  func effectCount(at place: Int32) -> Int { records[Int(place)].effectCount }

  /// Adds a world, and gives back its place.
  mutating func add(_ world: WorldState) -> Int32 {
    let record = Record(world)
    if let newest = stretches.last, newest.object === world.attachment.object {
      if last == record { return Int32(records.count - 1) }
    } else {
      stretches.append(Stretch(first: records.count, object: world.attachment.object))
    }
    records.append(record)
    last = record
    return Int32(records.count - 1)
  }

  /// Adds all worlds of another list, none of which was released.
  ///
  /// - Returns: The place here of the first of them; the others follow it.
  mutating func append(_ others: WorldList) -> Int32 {
    guard let attached = others.stretches.first, let newest = others.last else { return Int32(records.count) }
    let isSameAttachment = stretches.last.map { $0.object === attached.object } ?? false
    let isSame = isSameAttachment && last == others.records[0]
    // The one world that both have is there already.
    let first = records.count - (isSame ? 1 : 0)
    if isSame {
      for place in 1..<others.records.count { records.append(others.records[place]) }
    } else {
      records.append(contentsOf: others.records)
    }
    for stretch in others.stretches.dropFirst(isSameAttachment ? 1 : 0) {
      stretches.append(Stretch(first: stretch.first + first, object: stretch.object))
    }
    last = newest
    return Int32(first)
  }

  /// Notes that no record has the worlds at some places any more.
  mutating func release(_ places: Range<Int32>) {
    for place in places {
      records.release(Int(place))
      let number = stretch(of: Int(place))
      stretches[number].released += 1
      // The newest stretch goes on growing.
      guard number + 1 < stretches.count,
        stretches[number].released == stretches[number + 1].first - stretches[number].first
      else { continue }
      stretches[number] = Stretch(first: stretches[number].first, object: nil, released: stretches[number].released)
    }
  }

  /// The stretch that a world is in, found by halving.
  private func stretch(of place: Int) -> Int {
    if let newest = stretches.last, newest.first <= place { return stretches.count - 1 }
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].first <= place { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}
