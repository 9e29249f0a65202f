import ComposableArchitecture
import Foundation
import Reflection

/// A value as the Swift expression that makes it: a snapshot that can be compared and written, whatever becomes of the value.
package indirect enum SourceTree: Hashable {
  /// A part of a struct or a payload.
  package struct Part: Hashable {
    /// The label in an initialiser or a case; `nil` where there is none.
    let label: String?
    /// The name by which it is assigned.
    let name: String
    let isMutable: Bool
    let value: SourceTree
  }

  /// An element with the expression of its id, where it has one.
  package struct Element: Hashable {
    let key: SourceTree?
    let value: SourceTree
  }

  package enum List: Hashable { case array, set, identified, stack }

  package struct Button: Hashable {
    let role: String?
    let action: SourceTree?
    let label: SourceTree
  }

  /// An expression without parts.
  case text(String)
  /// What no expression makes, and why.
  case unwritable(String)
  case nothing
  case some(SourceTree)
  /// A struct; `labels` are those of the initialiser that is used.
  case structure(name: String, labels: [String?], parts: [Part])
  case enumeration(type: String, name: String, payload: [Part], isCasePathable: Bool)
  case tuple([Part])
  case list(List, [Element])
  case dictionary([Element])
  /// A shared value, which is written through its projection.
  case shared(SourceTree)
  case alert(type: String, title: SourceTree, buttons: [Button], message: SourceTree?)

  /// How ids are counted in the test that the expression stands in.
  package struct Context: Sendable {
    /// The ids of stack elements by those of the session; what is not in it keeps its distance to `nextElement`.
    package var elements: [Int: Int] = [:]
    /// The session's next id of a stack element, and the test's.
    package var nextElement = (session: 0, test: 0)

    package init() {}

    func element(_ id: Int) -> Int { elements[id] ?? id - nextElement.session + nextElement.test }
  }

  /// The expression of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - context: How ids are counted where it will stand.
  ///   - isNamed: Whether its type is not known there, so that an enum needs its name.
  package init(_ value: Any, in context: Context = Context(), isNamed: Bool = false) {
    self = Self.make(value, context, depth: 0, isNamed: isNamed)
  }

  /// The expression of an error, without the boxes it may lie in.
  package init(error: any Error, in context: Context = Context()) {
    struct Holder { let error: any Error }
    guard let parts = try? TypeShape.of(Holder.self).readAll(from: Holder(error: error)), let inside = parts[0] else {
      self = .unwritable("an error of an unknown kind")
      return
    }
    self = Self.make(inside, context, depth: 0, isNamed: true)
  }

  /// Whether a value inside is shared.
  package var isShared: Bool { self != withoutShared }

  /// The same with nothing said of what shared values hold.
  package var withoutShared: SourceTree {
    func parts(_ parts: [Part]) -> [Part] {
      parts.map { Part(label: $0.label, name: $0.name, isMutable: $0.isMutable, value: $0.value.withoutShared) }
    }
    func elements(_ elements: [Element]) -> [Element] {
      elements.map { Element(key: $0.key, value: $0.value.withoutShared) }
    }
    return switch self {
    case .shared: .shared(.nothing)
    case .text, .unwritable, .nothing, .alert: self
    case .some(let inside): .some(inside.withoutShared)
    case .structure(let name, let labels, let fields): .structure(name: name, labels: labels, parts: parts(fields))
    case .enumeration(let type, let name, let payload, let isCasePathable):
      .enumeration(type: type, name: name, payload: parts(payload), isCasePathable: isCasePathable)
    case .tuple(let fields): .tuple(parts(fields))
    case .list(let kind, let list): .list(kind, elements(list))
    case .dictionary(let pairs): .dictionary(elements(pairs))
    }
  }

  /// The ids of all stack elements inside, in the order in which they are made when the expression is evaluated.
  package var stackElements: [Int] {
    switch self {
    case .text, .unwritable, .nothing, .alert: []
    case .some(let inside), .shared(let inside): inside.stackElements
    case .structure(_, _, let parts), .enumeration(_, _, let parts, _), .tuple(let parts): parts.flatMap(\.value.stackElements)
    case .list(let kind, let elements):
      elements.flatMap(\.value.stackElements) + (kind == .stack ? elements.compactMap { $0.key?.inline.flatMap(Int.init) } : [])
    case .dictionary(let pairs): pairs.flatMap(\.value.stackElements)
    }
  }

  /// Bounds the stack whatever the value is.
  private static let depthLimit = 200

  private static func make(_ value: Any, _ context: Context, depth: Int, isNamed: Bool = false) -> SourceTree {
    guard depth < depthLimit else { return .unwritable("it is too deep") }
    if let leaf = leaf(value, context) { return leaf }
    func child(_ value: Any, isNamed: Bool = false) -> SourceTree { make(value, context, depth: depth + 1, isNamed: isNamed) }
    if let alert = value as? any SourceAlert { return alert.tree(child) }
    let notation = Notation.of(type(of: value))
    switch notation.form {
    case .leaf: return .unwritable("\(notation.name) has no literal in Swift")
    case .optional:
      guard let optional = value as? any OptionalNotation else { return .unwritable("an optional of an unknown kind") }
      return optional.unwrapped.map { .some(child($0)) } ?? .nothing
    case .collection(let type):
      guard let collection = value as? any CollectionNotation else { return .unwritable("a list of an unknown kind") }
      let ids = collection as? any IdentifiedNotation
      let kind: List = type.isStack ? .stack : ids != nil ? .identified : type.isOrdered ? .array : .set
      return .list(
        kind,
        collection.allElements.enumerated().map { position, element in
          Element(key: ids?.identity(at: position).map { child($0) }, value: child(element))
        })
    case .dictionary:
      guard let dictionary = value as? any DictionaryNotation else { return .unwritable("a dictionary of an unknown kind") }
      return .dictionary(dictionary.allPairs.map { Element(key: child($0.key), value: child($0.value)) })
    case .wrapper:
      guard let wrapper = value as? any WrapperNotation else { return .unwritable("a wrapper of an unknown kind") }
      let inside = child(wrapper.wrapped)
      return value is any SharedNotation ? .shared(inside) : inside
    case .binding:
      guard let binding = value as? any BindingNotation, let names = StoredKeyPath.names(of: binding.writtenKeyPath) else {
        return .unwritable("its key path is not one of stored properties")
      }
      let path = Part(label: nil, name: "", isMutable: false, value: .text("\\." + names.joined(separator: ".")))
      let written = Part(label: nil, name: "", isMutable: false, value: child(binding.writtenValue))
      return .enumeration(type: "", name: "set", payload: [path, written], isCasePathable: false)
    case .keyPath:
      guard let path = value as? AnyKeyPath, let names = StoredKeyPath.names(of: path) else {
        return .unwritable("it is no path of stored properties")
      }
      return .text("\\." + names.joined(separator: "."))
    case .structure:
      guard let parts = try? notation.shape.readAll(from: value) else { return .unwritable("\(notation.name) cannot be read") }
      let written = zip(notation.shape.fields, parts).filter { !notation.isHidden($0.0) }.map { field, part in
        let name = Notation.writtenName(of: field)
        return Part(
          label: name, name: name, isMutable: field.isMutable,
          value: part.map { child($0, isNamed: isExistential(field.type)) } ?? .unwritable("\(name) is hidden"))
      }
      return .structure(name: notation.constructorName, labels: initializer(of: notation.type, for: written), parts: written)
    case .tuple: return .tuple(Self.parts(of: value, notation, child))
    case .enumeration:
      guard let (found, payload) = try? notation.shape.project(value) else {
        return .unwritable("\(notation.name) cannot be read")
      }
      var parts: [Part] = []
      if let payload, let type = found.payload {
        let inside = Notation.of(type)
        parts =
          inside.isTupleLike
          ? Self.parts(of: payload, inside, child)
          : [Part(label: nil, name: "", isMutable: true, value: child(payload, isNamed: isExistential(type)))]
      }
      let name = isNamed || found.name == "none" || found.name == "some" ? notation.constructorName : ""
      return .enumeration(
        type: name, name: TextPrinter.name(found.name), payload: parts, isCasePathable: notation.type is any CasePathable.Type)
    case .existential: return child(value, isNamed: true)
    case .unwritable(let reason): return .unwritable(reason)
    }
  }

  private static func isExistential(_ type: Any.Type) -> Bool {
    if case .existential = Notation.of(type).form { true } else { false }
  }

  private static func parts(of value: Any, _ notation: Notation, _ child: (Any, Bool) -> SourceTree) -> [Part] {
    guard let parts = try? notation.shape.readAll(from: value) else { return [] }
    return zip(notation.shape.fields, parts).map { field, part in
      Part(
        label: field.label, name: field.label ?? "\(field.index)", isMutable: true,
        value: part.map { child($0, isExistential(field.type)) } ?? .unwritable("it is hidden"))
    }
  }

  /// The labels of the initialiser that takes most parts, and every one that cannot be assigned later; those of a memberwise one where
  /// none is known.
  private static func initializer(of type: Any.Type, for parts: [Part]) -> [String?] {
    let names = Set(parts.map(\.name))
    let constants = Set(parts.filter { !$0.isMutable }.map(\.name))
    let fitting = TypeInitializers.labels(of: type).filter { labels in
      labels.allSatisfy { $0.map(names.contains) == true } && constants.isSubset(of: labels.compactMap { $0 })
    }
    return fitting.max { $0.count < $1.count } ?? parts.map(\.label)
  }

  private static func leaf(_ value: Any, _ context: Context) -> SourceTree? {
    switch value {
    case is Void: return .text("()")
    case let value as Bool: return .text("\(value)")
    case let value as String: return .text(String(reflecting: value))
    case let value as Substring: return .text(String(reflecting: String(value)))
    case let value as Character: return .text(String(reflecting: String(value)))
    case let value as Double where !value.isFinite: return .text(value.isNaN ? ".nan" : value < 0 ? "-.infinity" : ".infinity")
    case let value as Float where !value.isFinite: return .text(value.isNaN ? ".nan" : value < 0 ? "-.infinity" : ".infinity")
    case let value as any BinaryFloatingPoint: return .text("\(value)")
    case let value as any FixedWidthInteger: return .text("\(value)")
    case let value as UUID:
      let text = ValuePrinter.text(of: value)
      return .text(text.contains("\"") ? "UUID(uuidString: \"\(value.uuidString)\")!" : text)
    case let value as Date: return .text("Date(timeIntervalSince1970: \(number(value.timeIntervalSince1970)))")
    case let value as Duration: return .text(duration(value))
    case let value as URL: return .text("URL(string: \(String(reflecting: value.absoluteString)))!")
    case let value as Decimal: return .text("Decimal(string: \"\(value)\")!")
    case let value as Data: return .text("Data([\(value.map { "\($0)" }.joined(separator: ", "))])")
    case let value as IndexSet: return .text("[\(value.prefix(1_000).map { "\($0)" }.joined(separator: ", "))]")
    case let value as StackElementID: return .text("\(context.element(value.generation))")
    case let value as TextState: return .text("TextState(\(String(reflecting: String(state: value))))")
    default: return nil
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  private static func duration(_ value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    if attoseconds == 0 { return ".seconds(\(seconds))" }
    for (unit, size) in [("milliseconds", 1_000), ("microseconds", 1_000_000), ("nanoseconds", 1_000_000_000)]
      as [(String, Int64)]
    {
      let step = 1_000_000_000_000_000_000 / size
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: size)
      if !overflow, attoseconds % step == 0 { return ".\(unit)(\(whole + attoseconds / step))" }
    }
    return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }
}

/// What is written through a projection: `$count.withLock { … }`.
protocol SharedNotation {}
extension Shared: SharedNotation {}

/// Alerts and dialogs, which are made by builders.
private protocol SourceAlert {
  func tree(_ child: (Any, Bool) -> SourceTree) -> SourceTree
}

extension AlertState: SourceAlert {
  fileprivate func tree(_ child: (Any, Bool) -> SourceTree) -> SourceTree {
    .alert(
      type: "AlertState", title: child(title, false), buttons: buttons.map { $0.tree(child) },
      message: message.map { child($0, false) })
  }
}

extension ConfirmationDialogState: SourceAlert {
  fileprivate func tree(_ child: (Any, Bool) -> SourceTree) -> SourceTree {
    .alert(
      type: "ConfirmationDialogState", title: child(title, false), buttons: buttons.map { $0.tree(child) },
      message: message.map { child($0, false) })
  }
}

extension ButtonState {
  fileprivate func tree(_ child: (Any, Bool) -> SourceTree) -> SourceTree.Button {
    let name: String? =
      switch role {
      case .cancel: "cancel"
      case .destructive: "destructive"
      case nil: nil
      }
    return SourceTree.Button(role: name, action: action.action.map { child($0, false) }, label: child(label, false))
  }
}
