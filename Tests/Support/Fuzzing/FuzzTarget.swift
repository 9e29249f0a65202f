import ActionLanguage
import Foundation
import Session

/// Something that reads what others wrote: whatever the bytes are, it must end soon, in a value or in an error that makes sense.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// Lines, paths and predicates before any type is known.
  case parser
  /// Text as values of many types, and completion and hints on it.
  case decoder
  /// Saved sessions.
  case session
  /// Lines typed one after the other at the prompt of a feature, with completion and hints.
  case prompt

  /// What was wrong with how an input was taken.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
  }

  /// Hands bytes to what is tested.
  ///
  /// - Returns: A word for what came of it; inputs with a new word are worth mutating further.
  /// - Throws: `Fault` when a promise was broken.
  public func run(_ bytes: [UInt8]) throws(Fault) -> String {
    switch self {
    case .parser: try Self.parse(bytes)
    case .decoder: try Self.decode(bytes)
    case .session: try Self.readSession(bytes)
    case .prompt: try FuzzedPrompt.type(bytes)
    }
  }

  // MARK: Parser

  private static func parse(_ bytes: [UInt8]) throws(Fault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let root = root(for: bytes)
    var word = ""
    do {
      _ = try ActionDecoder().decode(text, as: root.action, state: root.state)
      word += "action"
    } catch {
      word += try outcome(error, in: text)
    }
    do {
      let path = try StatePath(text)
      word += " path"
      var state = root.state
      if let value = try? path.evaluate(in: state) { word += " \(type(of: value))" }
      word += (try? path.set("1", in: &state)) != nil ? " set" : ""
    } catch {
      word += " " + (try outcome(error, in: text))
    }
    do {
      word += try Predicate(text).evaluate(in: root.state, now: Date(timeIntervalSince1970: 0)) ? " true" : " false"
    } catch {
      word += " " + (try outcome(error, in: text))
    }
    _ = StatePath.sides(ofAssignment: text)
    return word
  }

  /// Checks an error and gives its message without what was quoted from the text.
  private static func outcome(_ error: ActionLanguageError, in text: String) throws(Fault) -> String {
    let range = error.range
    guard range.lowerBound >= 0, range.upperBound <= text.utf8.count else {
      throw Fault("the place \(range) of “\(error.message)” is not in a text of \(text.utf8.count) bytes")
    }
    let drawn = error.render(line: text)
    guard drawn.count >= 3, drawn[0].count <= 101, drawn[1].count <= 101 else {
      throw Fault("“\(error.message)” is drawn in \(drawn.count) lines of \(drawn.map(\.count))")
    }
    for line in drawn {
      if let hidden = line.unicodeScalars.first(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" }
      ) {
        throw Fault("“\(error.message)” is drawn with U+\(String(hidden.value, radix: 16))")
      }
    }
    return "\(error.kind) " + shape(of: error.message, limit: 48) + (error.example == nil ? "" : "+")
  }

  /// A text without what differs from one input to the next: the content of strings and the digits of numbers.
  static func shape(of text: String, limit: Int) -> String {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text.utf8 {
      if result.count >= limit { break }
      if isInString {
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        if !isInString { result.append(byte) }
      } else if (48...57).contains(byte) {
        if result.last != UInt8(ascii: "0") { result.append(UInt8(ascii: "0")) }
      } else {
        isInString = byte == UInt8(ascii: "\"")
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The types that an input is read as: the input decides.
  private static func root(for bytes: [UInt8]) -> FuzzedRoot {
    let number = bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    // One that has an action of that name, where there is any: the others would all say the same.
    let first = FuzzedRoot.firstName(of: String(decoding: bytes.prefix(64), as: UTF8.self))
    let fitting = FuzzedRoot.all.filter { $0.names.contains(first) }
    return fitting.isEmpty ? FuzzedRoot.all[number % FuzzedRoot.all.count] : fitting[number % fitting.count]
  }

  // MARK: Decoder

  private static func decode(_ bytes: [UInt8]) throws(Fault) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    var word = ""
    // The type with everything in it, and one of the others.
    for root in [FuzzedRoot.all[0], root(for: bytes)] {
      word += " "
      do {
        let value = try ActionDecoder().decode(text, as: root.action, state: root.state)
        let canonical = ValuePrinter.text(of: value)
        word += "value" + shape(of: canonical, limit: 64)
        try expectSame(canonical, canonical, root)
        try expectSame(ValuePrinter.dotted(action: value, state: root.state), canonical, root)
      } catch let error as ActionLanguageError {
        word += try outcome(error, in: text)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw Fault("\(error)")
      }
      let cursor = bytes.isEmpty ? 0 : Int(bytes[0]) * 7919 % (text.utf8.count + 1)
      let proposal = Completion.candidates(for: text, cursor: cursor, actionType: root.action, state: root.state)
      guard proposal.range.lowerBound >= 0, proposal.range.upperBound <= text.utf8.count else {
        throw Fault("completion replaces \(proposal.range)")
      }
      for proposal in [
        Completion.paths(for: text, cursor: cursor, state: root.state),
        Completion.predicates(for: text, cursor: cursor, state: root.state),
      ] {
        guard proposal.range.lowerBound >= 0, proposal.range.upperBound <= cursor else {
          throw Fault("completion replaces \(proposal.range) before \(cursor)")
        }
      }
      _ = Completion.hint(for: text, actionType: root.action, state: root.state)
    }
    return word
  }

  private static func expectSame(_ text: String, _ canonical: String, _ root: FuzzedRoot) throws(Fault) {
    // Values may be nested deeper than a line may be.
    guard text.utf8.count < 100_000 else { return }
    do {
      let again = ValuePrinter.text(of: try ActionDecoder().decode(text, as: root.action, state: root.state))
      guard again == canonical else { throw Fault("“\(text)” is printed for “\(canonical)” and reads as “\(again)”") }
    } catch let error as ActionLanguageError {
      if error.kind == .tooComplex || error.kind == .ambiguous { return }
      throw Fault("“\(text)” is printed for “\(canonical)” and refused: \(error.message)")
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault("\(error)")
    }
  }

  // MARK: Sessions

  private static func readSession(_ bytes: [UInt8]) throws(Fault) -> String {
    do {
      let reading = try SessionFileReading(bytes: Data(bytes))
      guard Array(reading.text.utf8) == bytes else { throw Fault("the file is written otherwise than it was read") }
      return "\(min(reading.inputs.count, 20)) " + reading.refusals.prefix(3).joined(separator: " ")
    } catch let error as SessionFileReading.Failure {
      guard !error.message.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
        throw Fault("“\(error.message)” holds controls")
      }
      return error.message.filter { !$0.isNumber }.prefix(24).description
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault("\(error)")
    }
  }
}
