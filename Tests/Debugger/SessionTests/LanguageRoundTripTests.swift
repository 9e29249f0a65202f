import Features
import Foundation
import Reflection
import SeededRandomness
import Testing

@testable import ActionLanguage
@testable import Session

/// Values of any type made from random numbers through metadata, as a user could write them.
struct RandomValues {
  var random: SeededGenerator

  mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  /// A value of the type; `nil` for what no text can make.
  mutating func make(_ type: Any.Type, size: Int = 4) -> Any? {
    let notation = Notation.of(type)
    switch notation.form {
    case .leaf(let leaf): return make(leaf)
    case .optional(let optional):
      guard size > 0, Bool.random(using: &random), let inside = make(optional.wrappedType, size: size - 1) else {
        return optional.wrap(nil)
      }
      return optional.wrap(.some(inside))
    case .collection(let collection):
      var elements: [Any] = []
      for _ in 0..<Int.random(in: 0...max(0, min(3, size)), using: &random) {
        guard let element = make(collection.elementType, size: size - 1) else { return nil }
        elements.append(element)
      }
      return collection.make(elements, DecodingContext()) ?? collection.make([], DecodingContext())
    case .dictionary(let dictionary): return dictionary.make([])
    case .wrapper(let wrapper): return make(wrapper.wrappedType, size: size).flatMap(wrapper.wrap)
    case .binding(let binding):
      let shape = TypeShape.of(binding.rootType)
      guard let field = pick(shape.fields.filter { $0.isMutable && $0.isAccessible }),
        let keyPath = shape.keyPath(named: field.name),
        let value = make(field.type, size: size - 1)
      else { return nil }
      return binding.make(keyPath, value)
    case .structure, .tuple:
      var parts: [Any] = []
      for field in notation.shape.fields {
        if notation.isHidden(field), let type = type as? any EphemeralIdentityNotation.Type {
          parts.append(type.makeIdentity())
          continue
        }
        guard let part = make(field.type, size: size - 1) else { return nil }
        parts.append(part)
      }
      return try? notation.shape.build(parts: parts)
    case .enumeration:
      let cases = notation.shape.cases.filter { size > 0 || $0.payload == nil }
      guard let found = pick(cases.isEmpty ? notation.shape.cases : cases), size > -8 else { return nil }
      guard let payload = found.payload else { return try? notation.shape.build(case: found) }
      guard let inside = make(payload, size: size - 1) else { return nil }
      return try? notation.shape.build(case: found, payload: inside)
    case .existential: return type == (any Error).self ? WrittenError(text()) : nil
    case .unwritable, .keyPath: return nil
    }
  }

  private mutating func text() -> String {
    let pieces = ["a", "\"", "\\", "\n", "\0", "한", "😀", "\u{202E}", "\u{7F}", "#", "$", "(", "]", "=", "\u{301}", " ", "//"]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in pick(pieces) ?? "" }.joined()
  }

  private mutating func make(_ leaf: any LeafNotation.Type) -> Any? {
    let number = Int.random(in: -300...300, using: &random)
    switch leaf {
    case is String.Type: return text()
    case is Bool.Type: return number > 0
    case is Int.Type: return number
    case is Double.Type: return Double(number) / 7
    case is UUID.Type: return try? ActionDecoder().value("UUID(\(abs(number)))", as: UUID.self)
    case is Date.Type: return Date(timeIntervalSinceReferenceDate: Double(number) * 1_000.1)
    case is Duration.Type: return Duration.milliseconds(number)
    case is IndexSet.Type: return IndexSet((0..<3).map { _ in Int.random(in: 0...5, using: &random) })
    default: return try? ActionDecoder().value(leaf.example, as: leaf)
    }
  }
}

/// What the features that come with Hindsight hold and send is the test of the law: text, value, text, value again are the same.
@Suite struct LanguageRoundTripTests {
  private static let roots = RootFeature.all.flatMap { root in ([nil] + root.scenarios).map { (root, $0) } }

  private func expectSame(_ text: String, _ read: Any, _ value: Any, _ place: String) {
    #expect(ValuePrinter.text(of: read) == text, "\(place)")
    let changes = ValueDiff.changes(from: value, to: read)
    #expect(changes.isEmpty, "\(place): \(text): \(changes)")
  }

  /// The action in both spellings, read again in the state it is for.
  private func expectReadsBack(_ action: Any, in state: Any, _ playback: any Playback) {
    let decoder = ActionDecoder()
    let place = "\(playback.name)"
    for text in [ValuePrinter.text(of: action), ValuePrinter.dotted(action: action, state: state)] {
      #expect(!text.unicodeScalars.contains(where: Escaping.isHidden))
      do {
        let read = try decoder.decode(text, as: playback.actionType, state: state)
        expectSame(ValuePrinter.text(of: action), read, action, place)
      } catch {
        Issue.record("\(place): \(error.render(line: text).joined(separator: "\n"))")
      }
    }
  }

  /// Whether a text is accepted in the place that an error is about, or in place of all of the line.
  private func isAccepted(_ example: String, of error: ActionLanguageError, in line: String, _ accepts: (String) -> Bool) -> Bool
  {
    let bytes = Array(line.utf8)
    let (before, after) = (bytes[..<error.range.lowerBound], bytes[error.range.upperBound...])
    return accepts(String(decoding: before + Array(example.utf8) + after, as: UTF8.self)) || accepts(example)
  }

  /// Lines as they are listed, with one thing wrong: the example that the error gives is accepted, and shows what a case takes.
  @Test(arguments: roots.indices)
  func whatErrorsProposeIsAccepted(index: Int) throws {
    let (root, scenario) = Self.roots[index]
    var random = SeededGenerator.ofThisRun("whatErrorsProposeIsAccepted \(root.name)")
    let playback = try root.open(scenario: scenario, settings: WorldSettings())
    let state = playback.currentState()
    let lines = ActionCatalogue(of: playback.actionType, state: state).entries.map(\.example).shuffled(using: &random).prefix(40)
    let decoder = ActionDecoder()
    let pieces = ["(", ")", "[", ".", ",", "x", "3", "\"", "=", " nil", "id: ", "#", "_"]
    var proposals = 0
    for line in lines {
      for _ in 0..<6 {
        var wrong = line
        let place = wrong.index(wrong.startIndex, offsetBy: Int.random(in: 0...wrong.count, using: &random))
        switch Int.random(in: 0...2, using: &random) {
        case 0: wrong = String(wrong[..<place])
        case 1 where place < wrong.endIndex: wrong.remove(at: place)
        default: wrong.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
        }
        let error: ActionLanguageError
        do {
          _ = try decoder.decode(wrong, as: playback.actionType, state: state)
          continue
        } catch let failure {
          error = failure
        }
        // A longer line is not tried out.
        guard let example = error.example, wrong.utf8.count <= 400 else { continue }
        proposals += 1
        func accepts(_ text: String) -> Bool { (try? decoder.action(text, as: playback.actionType, state: state)) != nil }
        #expect(isAccepted(example, of: error, in: wrong, accepts), "\(root.name): \(wrong): \(error.message): \(example)")
        if example.contains("()"), let action = try? decoder.action(example, as: playback.actionType, state: state) {
          let printed = ValuePrinter.dotted(action: action, state: state)
          #expect(printed.contains("()"), "\(root.name): \(wrong): \(example) leaves out what \(printed) takes")
        }
      }
    }
    #expect(proposals > lines.count, "only \(proposals) errors had an example")
  }

  private func expectReadsBack(state: Any, _ playback: any Playback) {
    let text = ValuePrinter.text(of: state)
    do {
      let read = try ActionDecoder().value(text, as: playback.stateType, current: state)
      expectSame(text, read, state, playback.name)
    } catch {
      Issue.record("\(playback.name): \(error.render(line: text).joined(separator: "\n"))")
    }
  }

  /// What a change says was there and is there now can be read as the value at its place.
  private func expectReadsBack(_ change: ValueDiff.Change, before: Any, after: Any, _ playback: any Playback) throws {
    let sides: [(String, Any)] =
      switch change.kind {
      case .changed: [(change.old, before), (change.new, after)]
      case .inserted: [(change.new, after)]
      case .removed: [(change.old, before)]
      case .moved: []
      }
    for (text, state) in sides {
      let value = try StatePath(change.path).evaluate(in: state)
      #expect(ValuePrinter.text(of: value) == text, "\(change.path)")
      expectSame(text, try ActionDecoder().value(text, as: type(of: value), current: value), value, change.path)
    }
    if change.kind == .changed {
      var edited = before
      try StatePath(change.path).set(change.new, in: &edited)
      let value = try StatePath(change.path).evaluate(in: edited)
      #expect(ValuePrinter.text(of: value) == change.new, "\(change.path)")
    }
  }

  @Test(arguments: roots.indices)
  func everythingThatIsShownReadsBack(index: Int) throws {
    let (root, scenario) = Self.roots[index]
    let seeded = SeededGenerator.ofThisRun()
    var values = RandomValues(random: seeded)
    let playback = try root.open(scenario: scenario, settings: WorldSettings())
    for _ in 0..<25 {
      let state = playback.currentState()
      expectReadsBack(state: state, playback)
      let entries = ActionCatalogue(of: playback.actionType, state: state).entries
      for entry in entries {
        #expect(!entry.example.contains("…"), "\(root.name): \(entry.example)")
        do {
          expectReadsBack(try ActionDecoder().decode(entry.example, as: playback.actionType, state: state), in: state, playback)
        } catch {
          Issue.record("\(root.name): \(error.render(line: entry.example).joined(separator: "\n"))")
        }
      }
      for _ in 0..<20 {
        if let action = values.make(playback.actionType) { expectReadsBack(action, in: state, playback) }
      }
      guard let example = values.pick(entries)?.example else { break }
      let before = playback.timeline.entryCount
      do {
        _ = try playback.perform(.action(example))
      } catch {
        Issue.record("\(root.name): \(example): \(error)")
        continue
      }
      guard playback.timeline.entryCount > before else { continue }
      for number in before + 1...playback.timeline.entryCount {
        let old = try playback.state(atEntry: number - 1)
        let new = try playback.state(atEntry: number)
        for change in ValueDiff.changes(from: old, to: new) {
          try expectReadsBack(change, before: old, after: new, playback)
        }
        // What the log prints can be pasted where it stands in the log.
        let line = playback.record(ofEntry: number).action
        do {
          let action = try ActionDecoder().decode(line, as: playback.actionType, state: old)
          #expect(ValuePrinter.dotted(action: action, state: old) == line)
        } catch {
          Issue.record("\(root.name): \(error.render(line: line).joined(separator: "\n"))")
        }
      }
    }
  }
}
