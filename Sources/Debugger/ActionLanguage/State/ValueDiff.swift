import Reflection

/// What differs between two values, by path.
public enum ValueDiff {
  /// One difference.
  public struct Change: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      /// Another value at the same place.
      case changed
      /// A new element.
      case inserted
      /// An element that went away.
      case removed
      /// An element at another position.
      case moved
    }
    public var kind: Kind
    /// Where, as `StatePath` reads it; empty for the whole value.
    public var path: String
    /// The canonical text before; the old position for `.moved`; empty for `.inserted`.
    public var old: String
    /// The canonical text after; the new position for `.moved`; empty for `.removed`.
    public var new: String

    public init(kind: Kind, path: String, old: String, new: String) {
      self.kind = kind
      self.path = path
      self.old = old
      self.new = new
    }
  }

  /// The differences, in the order of the properties.
  ///
  /// Rows are matched by id, stack elements by their ids, other lists by what they have in common at both ends.
  /// - Complexity: what shares storage or has the same bytes is not looked into: proportional to the changed parts, plus one
  ///   pass over the bytes of the changed collections.
  public static func changes(from old: Any, to new: Any) -> [Change] { changes(Differ(), from: old, to: new) }

  /// As `changes(from:to:)`, for values whose type is known.
  public static func changes<Value>(ofType type: Value.Type, from old: Value, to new: Value) -> [Change] {
    let notation = Notation.of(type)
    guard case .structure = notation.form, let fields = try? notation.shape.differingFields(of: old, and: new) else {
      return changes(from: old, to: new)
    }
    var differ = Differ()
    differ.compare(fields, notation, path: "")
    return differ.changes
  }

  /// One of two compared values.
  public enum Side: Sendable {
    /// The value before.
    case old
    /// The value after.
    case new
  }

  /// The differences of two values that refer to values outside of them, which must be put in place before they are read.
  ///
  /// - Parameter prepare: Called before what the value of a side refers to is read.
  /// - Complexity: Unlike without `prepare`, what has the same bytes is looked into.
  public static func changes(from old: Any, to new: Any, preparing prepare: @escaping (Side) -> Void) -> [Change] {
    changes(Differ(prepare: prepare), from: old, to: new)
  }

  private static func changes(_ empty: Differ, from old: Any, to new: Any) -> [Change] {
    var differ = empty
    guard type(of: old) == type(of: new) else {
      differ.report(.changed, "", ValuePrinter.text(of: old), ValuePrinter.text(of: new))
      return differ.changes
    }
    differ.compare(old, new, .of(type(of: old)), path: "")
    return differ.changes
  }
}

private struct Differ {
  var changes: [ValueDiff.Change] = []
  private var depth = 0
  /// Puts in place what the values of a side refer to; when there is none, equal bytes mean equal values.
  private let prepare: ((ValueDiff.Side) -> Void)?

  init(prepare: ((ValueDiff.Side) -> Void)? = nil) { self.prepare = prepare }

  private func areSame(_ old: Any, _ new: Any) -> Bool { prepare == nil && BitwiseIdentity.holds(old, new) }

  mutating func report(_ kind: ValueDiff.Change.Kind, _ path: String, _ old: String, _ new: String) {
    changes.append(.init(kind: kind, path: path, old: old, new: new))
  }

  private mutating func reportChanged(_ path: String, _ old: Any, _ new: Any, _ place: Notation) {
    let (before, after) = (text(old, place, .old), text(new, place, .new))
    // Equal texts mean equal values, except for what cannot be written.
    if before != after { report(.changed, path, before, after) }
  }

  private func joined(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  mutating func compare(_ old: Any, _ new: Any, _ place: Notation, path: String) {
    if areSame(old, new) { return }
    depth += 1
    defer { depth -= 1 }
    guard depth < 400 else { return reportChanged(path, old, new, place) }
    switch place.form {
    case .leaf, .binding, .keyPath, .unwritable: reportChanged(path, old, new, place)
    case .existential:
      if type(of: old) == type(of: new) {
        compareExistential(old, new, place, path: path)
      } else {
        reportChanged(path, old, new, place)
      }
    case .optional(let type):
      let before = (old as? any OptionalNotation)?.unwrapped
      let after = (new as? any OptionalNotation)?.unwrapped
      if let before, let after {
        let count = changes.count
        compare(before, after, .of(type.wrappedType), path: path)
        // The whole optional changed: its own text tells `.some(.none)` from `nil`.
        if changes.count == count + 1, changes[count].path == path, changes[count].kind == .changed {
          changes.removeLast()
          reportChanged(path, old, new, place)
        }
      } else if before != nil || after != nil {
        reportChanged(path, old, new, place)
      }
    case .wrapper(let type):
      guard let before = old as? any WrapperNotation, let after = new as? any WrapperNotation else { return }
      prepare?(.old)
      let first = before.wrapped
      prepare?(.new)
      compare(first, after.wrapped, .of(type.wrappedType), path: path)
    case .structure, .tuple:
      if prepare == nil {
        if let fields = try? place.shape.differingFields(old, new) { compare(fields, place, path: path) }
        return
      }
      guard let before = try? place.shape.readAll(from: old), let after = try? place.shape.readAll(from: new) else { return }
      for field in place.shape.fields where !place.isHidden(field) {
        guard let first = before[field.index], let second = after[field.index] else { continue }
        compare(first, second, .of(field.type), path: joined(path, Notation.writtenName(of: field)))
      }
    case .enumeration:
      guard let before = try? place.shape.project(old), let after = try? place.shape.project(new) else { return }
      if before.case.index == after.case.index, let type = before.case.payload, let first = before.payload,
        let second = after.payload
      {
        let inside = Notation.of(type)
        // Alternatives of one value read best whole; states of features are looked into.
        if isLookedInto(inside) {
          compare(first, second, inside, path: joined(path, before.case.name))
        } else {
          reportChanged(path, old, new, place)
        }
      } else if before.case.index != after.case.index {
        reportChanged(path, old, new, place)
      }
    case .collection(let type): compareCollections(old, new, type, place, path: path)
    case .dictionary(let type): compareDictionaries(old, new, type, path: path)
    }
  }

  /// Compares the fields of a structure that do not have the same bytes.
  mutating func compare(_ fields: [(field: TypeShape.Field, old: Any, new: Any)], _ place: Notation, path: String) {
    for (field, old, new) in fields where !place.isHidden(field) {
      compare(old, new, .of(field.type), path: joined(path, Notation.writtenName(of: field)))
    }
  }

  private func isLookedInto(_ notation: Notation) -> Bool {
    switch notation.form {
    case .structure, .enumeration, .collection, .dictionary, .wrapper, .tuple: true
    case .optional(let type): isLookedInto(.of(type.wrappedType))
    case .leaf, .binding, .keyPath, .existential, .unwritable: false
    }
  }

  private mutating func compareExistential(_ old: Any, _ new: Any, _ place: Notation, path: String) {
    let inside = Notation.of(type(of: old))
    if case .structure = inside.form { compare(old, new, inside, path: path) } else { reportChanged(path, old, new, place) }
  }

  // MARK: Collections

  private mutating func compareCollections(
    _ old: Any, _ new: Any, _ type: any CollectionNotation.Type, _ place: Notation, path: String
  ) {
    guard let before = old as? any CollectionNotation, let after = new as? any CollectionNotation else { return }
    let element = Notation.of(type.elementType)
    if prepare == nil, let positions = after.changedPositions(from: old) {
      for position in positions {
        compare(
          before.element(at: position), after.element(at: position), element, path: path + after.key(at: position).text)
      }
      return
    }
    if type.identityType != nil {
      compareIdentified(before, after, element, path: path, isOrdered: type.isOrdered)
    } else {
      comparePositional(before.allElements, after.allElements, element, path: path)
    }
  }

  private mutating func compareIdentified(
    _ before: any CollectionNotation, _ after: any CollectionNotation, _ element: Notation, path: String, isOrdered: Bool
  ) {
    let oldElements = before.allElements
    let newElements = after.allElements
    let oldKeys = before.allKeys
    let newKeys = after.allKeys
    let oldPositions = Dictionary(zip(oldKeys, oldKeys.indices), uniquingKeysWith: { first, _ in first })
    let newPositions = Dictionary(zip(newKeys, newKeys.indices), uniquingKeysWith: { first, _ in first })
    for (position, key) in oldKeys.enumerated() where newPositions[key] == nil {
      report(.removed, path + key.text, text(oldElements[position], element, .old), "")
    }
    var kept: [(old: Int, new: Int)] = []
    for (position, key) in newKeys.enumerated() {
      guard let oldPosition = oldPositions[key] else {
        report(.inserted, path + key.text, "", text(newElements[position], element, .new))
        continue
      }
      kept.append((oldPosition, position))
      compare(oldElements[oldPosition], newElements[position], element, path: path + key.text)
    }
    guard isOrdered else { return }
    let inPlace = longestIncreasing(kept.map(\.old))
    for (index, pair) in kept.enumerated() where !inPlace.contains(index) {
      report(.moved, path + newKeys[pair.new].text, String(pair.old), String(pair.new))
    }
  }

  /// The positions of a longest increasing subsequence.
  private func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var low = 0
      var high = tails.count
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var result: Set<Int> = []
    var current = tails.last ?? -1
    while current >= 0 {
      result.insert(current)
      current = previous[current]
    }
    return result
  }

  private mutating func comparePositional(_ old: [Any], _ new: [Any], _ element: Notation, path: String) {
    if old.count == new.count {
      for index in old.indices { compare(old[index], new[index], element, path: "\(path)[\(index)]") }
      return
    }
    var start = 0
    while start < min(old.count, new.count), isSame(old[start], new[start], element) { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end], element) {
      end += 1
    }
    let removed = old.count - start - end
    let inserted = new.count - start - end
    let shared = min(removed, inserted)
    for index in start..<start + shared { compare(old[index], new[index], element, path: "\(path)[\(index)]") }
    for index in start + shared..<start + removed { report(.removed, "\(path)[\(index)]", text(old[index], element, .old), "") }
    for index in start + shared..<start + inserted { report(.inserted, "\(path)[\(index)]", "", text(new[index], element, .new)) }
  }

  private func isSame(_ old: Any, _ new: Any, _ place: Notation) -> Bool {
    if areSame(old, new) { return true }
    var differ = Differ(prepare: prepare)
    differ.depth = depth
    differ.compare(old, new, place, path: "")
    return differ.changes.isEmpty
  }

  private func text(_ value: Any, _ place: Notation, _ side: ValueDiff.Side) -> String {
    prepare?(side)
    var printer = TextPrinter()
    printer.append(value, place)
    return printer.output
  }

  private mutating func compareDictionaries(
    _ old: Any, _ new: Any, _ type: any DictionaryNotation.Type, path: String
  ) {
    guard let before = old as? any DictionaryNotation, let after = new as? any DictionaryNotation else { return }
    let keys = Notation.of(type.keyType)
    let values = Notation.of(type.valueType)
    for pair in before.allPairs where after.value(for: pair.key) == nil {
      report(.removed, "\(path)[\(text(pair.key, keys, .old))]", text(pair.value, values, .old), "")
    }
    for pair in after.allPairs {
      let place = "\(path)[\(text(pair.key, keys, .new))]"
      if let held = before.value(for: pair.key) {
        compare(held, pair.value, values, path: place)
      } else {
        report(.inserted, place, "", text(pair.value, values, .new))
      }
    }
  }
}
