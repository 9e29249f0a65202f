import ComposableArchitecture
import Foundation
import Testing

@testable import ActionLanguage

/// What stands as an example for a type decodes as a value of it, or there is no example.
@Suite struct TypeExampleTests {
  enum Case<Payload> {
    case only(Payload)
  }
  enum Labelled<Payload> {
    case only(first: Payload, second: Payload?)
  }
  struct Box<Content> { var content: Content }
  struct Two<First, Second> {
    var first: First
    var second: Second
  }
  indirect enum Endless {
    case next(Box<Endless>)
  }
  indirect enum Chain {
    case next(Chain)
    case end(Int)
  }
  struct Handler { var run: @Sendable () -> Void }
  struct Optionally { var run: (@Sendable () -> Void)?; var name: String }
  protocol Shape {}
  final class Object {}
  struct Bound: Equatable, Sendable {
    var object: Int? = nil
    var name = ""
  }

  private static func composed<Content>(of type: Content.Type) -> [Any.Type] {
    [
      Content.self, Content?.self, [Content].self, Case<Content>.self, Labelled<Content>.self, Box<Content>.self,
      Two<Content, Int>.self, [String: Content].self, Case<Box<Content?>>.self, Two<Content, Case<[Content]>>.self,
      Result<Content, any Error>.self,
    ]
  }

  private static let leaves: [Any.Type] = [
    Int.self, UInt8.self, Double.self, Bool.self, String.self, Character.self, UUID.self, Date.self, Duration.self, URL.self,
    Data.self, Decimal.self, IndexSet.self, Range<Int>.self, ClosedRange<Date>.self, PartialRangeFrom<UInt8>.self,
    PartialRangeUpTo<Duration>.self, PartialRangeThrough<String>.self, StackElementID.self, Theme.self, Standup.self,
    BindingAction<Bound>.self, KeyPath<Bound, String>.self, PartialKeyPath<Bound>.self, AlertState<Bool>.self, TextState.self,
    LiteralRoundTripTests.Flags.self, LiteralRoundTripTests.Tag.self, Chain.self, (any Error).self, Any.self,
  ]

  private static let types: [Any.Type] = leaves.flatMap { type -> [Any.Type] in
    func open<Content>(_: Content.Type) -> [Any.Type] { composed(of: Content.self) }
    return _openExistential(type, do: open)
  }

  @Test func theyDecode() {
    for type in Self.types {
      guard let example = Notation.of(type).knownExample else {
        Issue.record("\(type) has no example")
        continue
      }
      #expect(throws: Never.self, "\(type): \(example)") { try ActionDecoder().value(example, as: type) }
      #expect(!example.contains("…"))
    }
  }

  @Test func whatNoTextMakesHasNone() {
    for type in [
      Endless.self, Handler.self, Object.self, (() -> Void).self, (any Shape).self, AnyKeyPath.self, Case<Object>.self,
      Two<Int, Endless>.self, Case<Never>.self,
    ] as [Any.Type] {
      #expect(Notation.of(type).knownExample == nil, "\(type)")
    }
    #expect(Notation.of(Optionally.self).knownExample == "TypeExampleTests.Optionally(run: nil, name: \"text\")")
    #expect(Notation.of(Chain.self).knownExample == ".end(3)")
    #expect(Notation.of([Endless].self).knownExample == "[]")
  }

  enum Action {
    case plain
    case choose(Int?)
    case deep(Inner)
    enum Inner {
      case pick(Int?, name: String?)
      case stop
    }
  }

  @Test(arguments: [
    ("choose(", "choose(nil)"), ("choose(]", "choose(nil)"), ("deep.pick(", "deep.pick(nil, name: nil)"), ("plain(", "plain"),
    ("deep.stop(", "deep.stop"),
  ])
  func emptyBracketsAreNoExample(line: String, example: String) {
    let error = #expect(throws: ActionLanguageError.self) { try ActionDecoder().decode(line, as: Action.self) }
    #expect(error?.example == example)
  }
}
