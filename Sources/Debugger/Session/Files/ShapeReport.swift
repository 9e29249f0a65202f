import Reflection

/// How a session that was recorded with other types fits the feature of today.
struct ShapeReport: Codable, Equatable {
  enum Verdict: String, Codable {
    /// Everything the session uses is as it was.
    case fine
    /// Cases it uses have other payloads now: the same text may mean something else.
    case risky
    /// Cases it uses are gone.
    case impossible
  }

  /// An action that does not exist any more.
  struct Gone: Codable, Equatable {
    /// The line of the input or outcome's input that uses it.
    let line: Int
    let name: String
    let nearest: String?
  }

  /// The cases whose payloads have another shape.
  var changed: [String] = []
  var gone: [Gone] = []
  /// Whether the file says what its cases were like; else only their names can be compared.
  var isComplete: Bool

  var verdict: Verdict { !gone.isEmpty ? .impossible : changed.isEmpty ? .fine : .risky }

  /// Compares a file with a feature.
  ///
  /// - Returns: `nil` when the file was recorded with the same types, or does not say with which.
  init?(of file: SessionFile, stateType: Any.Type, actionType: Any.Type) {
    guard let shape = file.shape, shape != ShapeFingerprint.text(of: [stateType, actionType]) else { return nil }
    let recorded = file.cases.map(ActionCase.shapes)
    isComplete = recorded != nil
    var seen: Set<String> = []
    for (line, spelling) in Self.actions(of: file) where seen.insert(spelling).inserted {
      switch ActionCase.find(spelling, in: actionType) {
      case .found(let name, let shape):
        if let known = recorded?[name], known != shape, !changed.contains(name) { changed.append(name) }
      case .gone(let name, let nearest):
        if !gone.contains(where: { $0.name == name }) { gone.append(Gone(line: line, name: name, nearest: nearest)) }
      case .unclear: continue
      }
    }
    changed.sort()
  }

  /// The actions a session uses, typed and sent by effects, with the lines of their inputs.
  private static func actions(of file: SessionFile) -> [(line: Int, spelling: String)] {
    var actions: [(Int, String)] = []
    for case .input(let text, let outcome, let line) in file.items {
      switch try? InputText.request(from: text) {
      case .action(let spelling)?, .arrival(_, let spelling)?: actions.append((line, spelling))
      default: break
      }
      for sent in outcome ?? [] where sent.hasPrefix("> ") { actions.append((line, String(sent.dropFirst(2)))) }
    }
    return actions
  }

  /// The report as lines of text.
  var lines: [String] {
    switch verdict {
    case .fine:
      return [
        isComplete
          ? "recorded with other types: fine, no action used here changed"
          : "recorded with other types: fine as far as names tell, every action used here still exists"
      ]
    case .risky:
      return ["recorded with other types: risky, these actions have other payloads now: \(changed.joined(separator: ", "))"]
    case .impossible:
      var lines = ["recorded with other types: impossible, these actions are gone:"]
      lines += gone.map { gone in
        "  line \(gone.line): \(gone.name)" + (gone.nearest.map { "; did you mean \($0)?" } ?? "")
      }
      if !changed.isEmpty { lines.append("  and these have other payloads now: \(changed.joined(separator: ", "))") }
      return lines
    }
  }
}
