import Foundation
import Testing

@testable import ActionLanguage

private enum Paint: String { case sky, sea = "the sea" }
private enum Level: Int { case low = 1, high = 7 }
private struct Piece: Equatable { var id = UUID() }

/// Values written as Swift's initialisers make them, and what is said of brackets that make none.
@Suite struct ConstructorTests {
  private func value<Value>(_ text: String, _: Value.Type) throws -> Value {
    try #require(try ActionDecoder().value(text, as: Value.self) as? Value)
  }

  private func refusal(_ text: String, _ type: Any.Type) -> ActionLanguageError? {
    do throws(ActionLanguageError) {
      _ = try ActionDecoder().value(text, as: type)
      return nil
    } catch {
      return error
    }
  }

  @Test func emptyBracketsMakeWhatTheyMakeInSwift() throws {
    #expect(try value("String()", String.self) == "")
    #expect(try value("Int()", Int.self) == 0)
    #expect(try value("Bool()", Bool.self) == false)
    #expect(try value("IndexSet()", IndexSet.self) == IndexSet())
    #expect(try value(".init()", Data.self) == Data())
    for (text, type) in [("UUID()", UUID.self as Any.Type), ("Duration()", Duration.self), ("Int()", String.self)] {
      #expect(refusal(text, type) != nil, "\(text)")
    }
  }

  @Test func aCaseIsMadeOfItsRawValue() throws {
    for text in ["Paint(rawValue: \"the sea\")", ".init(rawValue: \"the sea\")", "\"the sea\"", ".sea"] {
      #expect(try value(text, Paint.self) == .sea, "\(text)")
    }
    #expect(try value("Level(rawValue: 7)", Level.self) == .high)
    #expect(try value("0x7", Level.self) == .high)
  }

  @Test func aRawValueOfNoCaseIsNamed() throws {
    for text in ["\"sey\"", "Paint(rawValue: \"sey\")"] {
      let error = try #require(refusal(text, Paint.self))
      #expect(error.message == "no Paint has the raw value \"sey\"")
      #expect(error.candidates == ["\"sky\"", "\"the sea\""])
      #expect(error.nearest == "\"sky\"")
      let start = text.utf8.count - (text.hasSuffix(")") ? 6 : 5)
      #expect(error.range == start..<start + 5)
    }
    let number = try #require(refusal("3", Level.self))
    #expect(number.message == "no Level has the raw value 3")
    #expect(number.candidates == ["1", "7"])
    #expect(refusal("3", Paint.self)?.message == "expected Paint, found the number 3")
    #expect(refusal("Paint(\"sky\")", Paint.self)?.message == "the brackets belong to no case of Paint")
  }

  @Test func whatIsWrongInBracketsIsShownThere() throws {
    for (text, range) in [("UUID(\"x\")", 5..<8), ("UUID(uuidString: \"x\")", 17..<20), ("UUID()", 4..<6), ("Data(3)", 5..<6)] {
      let type: Any.Type = text.hasPrefix("UUID") ? UUID.self : Data.self
      let error = try #require(refusal(text, type))
      #expect(error.range == range, "\(text)")
      #expect(error.message == "what stands in these brackets makes no \(type)")
      #expect(error.found == nil)
    }
  }

  @Test func aValueThatIsMissingInBracketsIsCalledSo() throws {
    for (text, place) in [("Piece(id: )", 10), ("Piece(id:, 3)", 9), ("Piece(,)", 6)] {
      let error = try #require(refusal(text, Piece.self))
      #expect(error.message == "a value is missing here", "\(text)")
      #expect(error.range == place..<place + 1, "\(text)")
      #expect(error.example.map { refusal($0, Piece.self) == nil } == true, "\(error)")
      #expect(error.example?.contains(",)") != true)
    }
    #expect(refusal("[,]", [Int].self)?.message == "a value is missing here")
    #expect(refusal(")", Int.self)?.message == "\")\" closes nothing here")
    #expect(refusal("3)", Int.self)?.message == "\")\" closes nothing here")
  }

  @Test func anExampleIsNoTwoWordsInOne() throws {
    #expect(refusal("5 6", Int.self)?.example == "5")
    #expect(refusal("2 * 3s", Duration.self)?.example == "1.5s")
    #expect(refusal("1h 30m", Duration.self)?.example == "1h30m")
    #expect(refusal("1; x", Int.self)?.example == "1")
  }

  @Test func bothSignsOfAMicroAreRead() throws {
    for text in ["1us", "1\u{B5}s", "1\u{3BC}s"] { #expect(try value(text, Duration.self) == .microseconds(1), "\(text)") }
  }
}
