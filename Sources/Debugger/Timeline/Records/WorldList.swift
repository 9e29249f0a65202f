import Reflection

/// The worlds of a log, each kept once for all records in a row that have it.
struct WorldList: Sendable {
  private var worlds = ChunkedList<WorldState>()

  subscript(place: Int32) -> WorldState { worlds[Int(place)] }

  /// Adds a world, and gives back its place.
  mutating func add(_ world: WorldState) -> Int32 {
    if let last = worlds.last, last == world, last.attachment.object === world.attachment.object {
      return Int32(worlds.count - 1)
    }
    worlds.append(world)
    return Int32(worlds.count - 1)
  }

  /// Notes that no record has the worlds at some places any more.
  mutating func release(_ places: Range<Int32>) {
    for place in places { worlds.release(Int(place)) }
  }
}
