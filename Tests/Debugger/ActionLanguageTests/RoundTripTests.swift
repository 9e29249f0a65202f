import ComposableArchitecture
import Foundation
import SeededRandomness
import Testing

@testable import ActionLanguage

/// Values of a type made from random numbers.
protocol Generated: Equatable {
  static func make(_ random: inout SeededGenerator, size: Int) -> Self
}
extension Int: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Int {
    [0, 1, -1, Int.max, Int.min, Int.random(in: -1000...1000, using: &random)].randomElement(using: &random) ?? 0
  }
}
extension UInt8: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> UInt8 { UInt8.random(in: 0...255, using: &random) }
}
extension Bool: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Bool { Bool.random(using: &random) }
}
extension Double: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Double {
    let bits = Double(bitPattern: random.next())
    return [0, -0.5, 1e300, .infinity, -.infinity, bits.isNaN ? 0 : bits].randomElement(using: &random) ?? 0
  }
}
extension String: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> String {
    let pieces = ["a", "\"", "\\", "\n", "\0", "한", "😀", "\u{202E}", "\u{7F}", "#", "(", "]", "é", "\u{301}", " ", "\\u{", "//"]
    return (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }
}
extension Character: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Character {
    ["a", "\"", "한", "👨‍👩‍👧", "\n", "\u{1B}"].randomElement(using: &random) ?? "b"
  }
}
private func countedID(_ number: Int) -> UUID { uuid(number) }
extension UUID: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> UUID {
    Bool.random(using: &random) ? countedID(Int.random(in: 0...1_000_000, using: &random)) : UUID()
  }
}
extension Date: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Date {
    Date(
      timeIntervalSinceReferenceDate: [0, 0.25, 1.1, Double.random(in: -1e11...1e11, using: &random)].randomElement(
        using: &random) ?? 0)
  }
}
extension Duration: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Duration {
    Duration(
      secondsComponent: Int64.random(in: -100...100, using: &random),
      attosecondsComponent: [0, 1, 500_000_000_000_000_000, -1_000_000].randomElement(using: &random) ?? 0)
  }
}
extension Data: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Data {
    Data((0..<Int.random(in: 0...4, using: &random)).map { _ in UInt8.make(&random, size: 0) })
  }
}
extension Optional: Generated where Wrapped: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Wrapped? {
    size <= 0 || Bool.random(using: &random) ? nil : Wrapped.make(&random, size: size - 1)
  }
}
extension Array: Generated where Element: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> [Element] {
    (0..<Int.random(in: 0...Swift.max(0, Swift.min(size, 3)), using: &random)).map { _ in Element.make(&random, size: size - 1) }
  }
}
extension Set: Generated where Element: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> Set<Element> { Set([Element].make(&random, size: size)) }
}
extension Dictionary: Generated where Key: Generated, Value: Generated {
  static func make(_ random: inout SeededGenerator, size: Int) -> [Key: Value] {
    Dictionary([Key].make(&random, size: size).map { ($0, Value.make(&random, size: size - 1)) }) { first, _ in first }
  }
}

enum Leaf: Generated {
  case none, some, nothing
  case number(Int)
  case text(label: String)
  static func make(_ random: inout SeededGenerator, size: Int) -> Leaf {
    switch Int.random(in: 0...4, using: &random) {
    case 0: .none
    case 1: .some
    case 2: .nothing
    case 3: .number(.make(&random, size: size))
    default: .text(label: .make(&random, size: size))
    }
  }
}
struct Record<Value: Generated>: Generated {
  var value: Value
  var leaf: Leaf?
  let optionals: Int??
  var children: [Record<Value>]
  var lookup: [String: [Value]]
  var set: Set<UInt8>
  static func make(_ random: inout SeededGenerator, size: Int) -> Record {
    Record(
      value: .make(&random, size: size - 1), leaf: .make(&random, size: size), optionals: .make(&random, size: 3),
      children: .make(&random, size: size / 2), lookup: .make(&random, size: size - 1), set: .make(&random, size: size))
  }
}
indirect enum Wide: Generated {
  case empty
  case self1(Wide)
  case pair(Wide, other: Wide)
  case record(Record<Double>)
  case leaves([Leaf?])
  case time(Date, Duration)
  case bytes(Data, UUID, Character, flag: Bool)
  case result(Result<Int, Problem>)
  case closure(String)
  struct Problem: Error, Equatable { var code: Int }
  static func make(_ random: inout SeededGenerator, size: Int) -> Wide {
    switch Int.random(in: 0...(size > 0 ? 8 : 0), using: &random) {
    case 0: .empty
    case 1: .self1(.make(&random, size: size - 1))
    case 2: .pair(.make(&random, size: size - 2), other: .make(&random, size: size - 2))
    case 3: .record(.make(&random, size: size - 1))
    case 4: .leaves(.make(&random, size: size))
    case 5: .time(.make(&random, size: 0), .make(&random, size: 0))
    case 6: .bytes(.make(&random, size: 0), .make(&random, size: 0), .make(&random, size: 0), flag: .make(&random, size: 0))
    case 7: .result(Bool.random(using: &random) ? .success(3) : .failure(Problem(code: .make(&random, size: 0))))
    default: .closure(.make(&random, size: 0))
    }
  }
}

@Suite struct RoundTripTests {
  @Test func everyGeneratedValueReadsBack() throws {
    var random = SeededGenerator.ofThisRun("everyGeneratedValueReadsBack")
    for _ in 0..<400 {
      let value = Wide.make(&random, size: 6)
      let text = ValuePrinter.text(of: value)
      let decoded = try ActionDecoder().value(text, as: Wide.self) as? Wide
      #expect(decoded == value, "\(text)")
      #expect(ValuePrinter.text(of: decoded as Any) == text)
      let dotted = ValuePrinter.dotted(action: value)
      #expect(try ActionDecoder().decode(dotted, as: Wide.self) as? Wide == value, "\(dotted)")
      #expect(!text.unicodeScalars.contains(where: Escaping.isHidden))
    }
  }

  @Test func differencesSayWhatToSet() throws {
    var random = SeededGenerator.ofThisRun("differencesSayWhatToSet")
    for _ in 0..<200 {
      let old = Record<Int>.make(&random, size: 5)
      let new = Record<Int>.make(&random, size: 5)
      let changes = ValueDiff.changes(from: old, to: new)
      #expect(changes.isEmpty == (old == new))
      #expect(ValueDiff.changes(from: new, to: new).isEmpty)
      // Applying the changes of places that exist in both makes these places equal.
      var edited: Any = old
      for change in changes where change.kind == .changed {
        try StatePath(change.path).set(change.new, in: &edited)
        #expect(try ValuePrinter.text(of: StatePath(change.path).evaluate(in: edited)) == change.new, "\(change)")
      }
    }
  }

  /// Whatever stands in a line, reading it ends in a value or an error whose place lies in the line.
  @Test func brokenLinesAreRefused() throws {
    var random = SeededGenerator.ofThisRun("brokenLinesAreRefused")
    let state = try appState()
    for round in 0..<3_000 {
      var bytes = Array(
        (round.isMultiple(of: 2)
          ? ValuePrinter.text(of: Wide.make(&random, size: 4))
          : "path[#0].detail.destination.edit.binding standup.title = \"한\"").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
        let place = bytes.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.insert("()[]{}\"\\.,:=#_-+".utf8.randomElement(using: &random) ?? 0, at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let line = String(decoding: bytes, as: UTF8.self)
      for type in [Wide.self, App.Action.self] as [Any.Type] {
        do {
          _ = try ActionDecoder().decode(line, as: type, state: state)
        } catch {
          #expect(error.range.lowerBound >= 0 && error.range.upperBound <= line.utf8.count, "\(line)")
          #expect(error.render(line: line).count >= 3)
        }
      }
      let cursor = Int.random(in: 0...line.utf8.count, using: &random)
      _ = Completion.candidates(for: line, cursor: cursor, actionType: App.Action.self, state: state)
      _ = Completion.paths(for: line, cursor: cursor, state: state)
      _ = try? Predicate(line).evaluate(in: state)
    }
  }
}
