import Foundation
import Reflection

extension ActionLanguageError {
  /// The same error of a path, with an example that leads somewhere in `state`.
  ///
  /// - Parameter text: The path, which the error's range points into.
  public func proposingPath(for text: String, in state: Any) -> ActionLanguageError {
    // The path that was meant where nothing has it now, and why.
    var absent: (path: String, reason: String)?
    var better = naming(insideOf: state, in: text).proposing(for: text, fallback: { FeatureExamples(state: state).path }) {
      (text) throws(ActionLanguageError) in
      let path = try StatePath(text)
      try path.check(in: type(of: state))
      do throws(ActionLanguageError) {
        _ = try path.evaluate(in: state)
      } catch {
        // The name that was meant is proposed even where nothing has it now.
        if error.kind != .notFound || self.nearest == nil { throw error }
        absent = (text, error.message)
      }
      return text
    }
    if let absent, better.example == absent.path { better.message += "; now \(absent.reason)" }
    return better
  }

  /// The same error of a path, with an example that leads to a number or a truth in `state`.
  ///
  /// - Parameter text: The path, which the error's range points into.
  public func proposingNumberPath(for text: String, in state: Any) -> ActionLanguageError {
    naming(insideOf: state, in: text).proposing(for: text, fallback: { FeatureExamples(state: state).numberPath }) {
      (text) throws(ActionLanguageError) in
      let value = try StatePath(text).evaluate(in: state)
      guard FeatureExamples.isNumber(value) else {
        throw ActionLanguageError(.typeMismatch, "this is no number", at: 0..<text.utf8.count)
      }
      return text
    }
  }

  /// The same error of a condition, with an example that is a condition on `state`.
  ///
  /// - Parameter text: The condition, which the error's range points into.
  public func proposingPredicate(for text: String, in state: Any) -> ActionLanguageError {
    let named = naming(insideOf: state, in: text)
    let fallback = { FeatureExamples(state: state).predicate(near: text) }
    // Nothing is like the name: what else is there is compared with something else.
    if kind == .unknownName, named.nearest == nil {
      var better = self
      better.example = fallback()
      return better
    }
    return named.proposing(for: text, fallback: fallback) {
      (text) throws(ActionLanguageError) in
      let predicate = try Predicate(text)
      try predicate.check(in: type(of: state))
      _ = try predicate.evaluate(in: state, now: Date(timeIntervalSinceReferenceDate: 0))
      // A literal alone is a condition that nobody asks.
      guard !["true", "false"].contains(predicate.syntax.bareWord) else {
        throw ActionLanguageError(.typeMismatch, "this asks nothing", at: 0..<text.utf8.count)
      }
      return text
    }
  }

  /// The same error of `PATH = VALUE`, with an example that can be put there: for the place of the error in the value, and all of it
  /// for one in the path.
  ///
  /// - Parameters:
  ///   - text: Both sides, which the error's range points into.
  ///   - isShared: Whether it must be a shared value.
  public func proposingAssignment(for text: String, in state: Any, isShared: Bool = false) -> ActionLanguageError {
    let examples = FeatureExamples(state: state)
    let whole = (isShared ? examples.sharedAssignment : examples.assignment).map { "\($0.path) = \($0.value)" }
    guard let sides = StatePath.sides(ofAssignment: text) else {
      var better = self
      better.example = whole
      return better
    }
    let start = sides.path.utf8.count + 1
    if range.lowerBound >= start, !isShared || examples.isShared(sides.path), let path = try? StatePath(sides.path),
      let current = try? path.evaluate(in: state)
    {
      var moved = offset(by: -start)
      if let first = Array(sides.value.utf8).dropFirst(moved.range.lowerBound).first, first == UInt8(ascii: "$") {
        moved = moved.naming(insideOf: state, in: sides.value)
      }
      // What stands there can stay.
      var better = Repair.improved(moved, of: sides.value, fallback: { ValuePrinter.text(of: current) }) {
        (text) throws(ActionLanguageError) in
        try FeatureExamples.read(text, at: path, inPlaceOf: current, in: state)
      }
      // What takes the place of more than what is wrong is shown with the path.
      if let example = better.example,
        (try? FeatureExamples.read(moved.filled(example, in: sides.value), at: path, inPlaceOf: current, in: state)) == nil
      {
        better.example = "\(String(sides.path.reversed().drop { $0 == " " }.reversed())) = \(example)"
      }
      return better.offset(by: start)
    }
    guard range.upperBound <= sides.path.utf8.count, !isShared else {
      var better = self
      better.example = whole
      return better
    }
    var better = proposingPath(for: sides.path, in: state)
    let path = better.example ?? ""
    let kept = String(sides.value.drop { $0 == " " })
    let value = (try? StatePath(path).evaluate(in: state)).flatMap { current in
      (try? FeatureExamples.read(kept, inPlaceOf: current, in: state)) == nil ? examples.value(at: path) : kept
    }
    // A name that is meant is kept; where nothing is near, any place will do.
    better.example = better.nearest == nil ? whole : value.map { "\(path) = \($0)" } ?? whole
    return better
  }

  /// The same error with the path that is meant where the first name of one belongs to something further inside.
  private func naming(insideOf state: Any, in text: String) -> ActionLanguageError {
    let bytes = Array(text.utf8)
    guard kind == .unknownName, nearest == nil, range.upperBound <= bytes.count,
      bytes[..<range.lowerBound].last.map({ " (!&|=<>".utf8.contains($0) }) ?? true
    else { return self }
    // Where a case is expected no path can stand.
    let before = bytes[..<range.lowerBound].split(separator: UInt8(ascii: " "))
    if bytes[..<range.lowerBound].last == UInt8(ascii: " "), before.last?.elementsEqual("is".utf8) == true { return self }
    var better = self
    let name = String(decoding: bytes[range], as: UTF8.self)
    let isMarked = name.hasPrefix("$")
    better.nearest = FeatureExamples(state: state).path(endingIn: isMarked ? String(name.dropFirst()) : name).map {
      isMarked ? "$" + $0 : $0
    }
    return better
  }

  private func proposing(
    for text: String, fallback: () -> String?, attempt: @escaping Repair.Attempt
  ) -> ActionLanguageError {
    var better = self
    // What was meant is known where a word stands for another.
    if kind == .syntax || kind == .missingPart, let example, (try? attempt(example)) != nil { return self }
    better.example = Repair.of(text, after: self, attempt: attempt) ?? fallback()
    return better.trimmed
  }

  /// A text with another in the place of the error.
  private func filled(_ example: String, in text: String) -> String {
    let bytes = Array(text.utf8)
    guard range.upperBound <= bytes.count else { return text }
    return String(decoding: bytes[..<range.lowerBound] + Array(example.utf8) + bytes[range.upperBound...], as: UTF8.self)
  }

  /// The error with its example without the space around it.
  var trimmed: ActionLanguageError {
    var better = self
    better.example = example.map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    return better
  }
}
