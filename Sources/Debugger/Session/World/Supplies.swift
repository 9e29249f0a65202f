import Synchronization

/// The answers that were set for calls of the outside world, of all branches: a tree, since every branch has its own.
///
/// A world knows which node is its newest; what is set there is what stands on the way from that node to the root.
final class Supplies: Sendable {
  private struct Node {
    let parent: Int32
    let call: String
    /// `nil` where the answer for the call is taken back.
    let text: String?
  }
  private let nodes = Mutex<[Node]>([])
  private let called = Mutex<Set<String>>([])

  /// Notes that a call, named without its arguments, was made: it exists, whatever else is known.
  func note(call name: String) { called.withLock { _ = $0.insert(name) } }

  /// Whether a call was made.
  func wasCalled(_ name: String) -> Bool { called.withLock { $0.contains(name) } }

  /// Notes that effects are connected to the outside from here on, or no longer, after another node; gives back the node's number.
  func add(isConnected: Bool, after parent: Int32) -> Int32 {
    add(call: Self.connection, text: isConnected ? "on" : "off", after: parent)
  }

  /// Whether effects are connected to the outside where a node is the newest.
  func isConnected(at newest: Int32) -> Bool { newest > 0 && text(for: Self.connection, at: newest) == "on" }

  /// Stands where other nodes name a call; none is called so.
  private static let connection = "="

  /// Adds an answer after another, or takes back the one for a call; gives back its number.
  func add(call: String, text: String?, after parent: Int32) -> Int32 {
    nodes.withLock { nodes in
      // The same again, when a step is run again, is the same answer.
      if let known = nodes.lastIndex(where: { $0.parent == parent && $0.call == call && $0.text == text }) {
        return Int32(known) + 1
      }
      nodes.append(Node(parent: parent, call: call, text: text))
      return Int32(nodes.count)
    }
  }

  /// The answer for a call, given with its arguments or for any: `numberFact.fetch(5)` goes before `numberFact.fetch`.
  ///
  /// - Parameters:
  ///   - call: The call with its arguments.
  ///   - unlabelled: The same without the arguments' labels.
  ///   - newest: The world's newest answer.
  func text(for call: String, unlabelled: String? = nil, at newest: Int32) -> String? {
    guard newest > 0 else { return nil }
    let name = call.prefix { $0 != "(" }
    return nodes.withLock { nodes in
      // What the newest node of each says, which may be that there is none.
      var (own, general): (String??, String??)
      var next = newest
      while next > 0 {
        let node = nodes[Int(next) - 1]
        if own == nil, node.call == call || node.call == unlabelled {
          if let text = node.text { return text }
          own = .some(nil)
        }
        if general == nil, node.call == name { general = .some(node.text) }
        next = node.parent
      }
      return general ?? nil
    }
  }

  /// The answers that stand where a node is the newest, in the order in which they were set.
  func all(at newest: Int32) -> [(call: String, text: String)] {
    nodes.withLock { nodes in
      var seen: Set<String> = [Self.connection]
      var answers: [(call: String, text: String)] = []
      var next = newest
      while next > 0 {
        let node = nodes[Int(next) - 1]
        if seen.insert(node.call).inserted, let text = node.text { answers.append((node.call, text)) }
        next = node.parent
      }
      return answers.reversed()
    }
  }
}
