import ActionLanguage

@testable import Session

extension Playback {
  /// The entries that changed each path, found by looking at the state after every one.
  ///
  /// - Parameters:
  ///   - paths: What to look at.
  ///   - count: The last place looked at.
  func changes(of paths: [StatePath], upTo count: Int) throws -> [[Int]] {
    var changes = [[Int]](repeating: [], count: paths.count)
    var last: [WatchedValue] = []
    try walk(0...count) { entry, state in
      let values = paths.map { WatchedValue($0, in: state) }
      for index in last.indices where last[index] != values[index] { changes[index].append(entry) }
      last = values
      return true
    }
    return changes
  }
}
