import Foundation
import Testing

@testable import Reflection

private struct Point: Equatable {
  var x: Int
  let label: String
}
private struct Pair<First, Second> {
  var first: First
  var second: Second
}
private indirect enum Tree: Equatable {
  case leaf
  case value(Int)
  case node(left: Tree, right: Tree)
}
private enum Screen: Equatable {
  case closed
  case list([String])
  case detail(id: Int, Point)
  case named(name: String)
  case maybe(Int?)
}
private enum Generic<Value> {
  case some(Value)
  case pair(Value, [Value])
  case nothing
}
private final class Counted {
  nonisolated(unsafe) static var live = 0
  init() { Counted.live += 1 }
  deinit { Counted.live -= 1 }
}
private protocol Marked {}
private struct Small: Marked { var number: Int }
private struct Large: Marked { var texts: (String, String, String) }
private enum Problem: Error { case number(Int) }
private final class Plain {}
private struct Holder {
  var first: Counted
  var second: [Counted]
  var third: Int
}
private enum CountedEnum {
  case inline(Counted)
  indirect case boxed(Counted, Int)
  case empty
}
private struct Weak {
  weak var object: Counted?
  var count = 0
}

@Suite struct TypeShapeTests {
  @Test func structFields() throws {
    let shape = TypeShape.of(Point.self)
    #expect(shape.kind == .structure)
    #expect(shape.fields.map(\.name) == ["x", "label"])
    #expect(shape.fields.map(\.offset) == [0, 8])
    #expect(shape.fields.map(\.isMutable) == [true, false])
    #expect(shape.fields[0].type == Int.self && shape.fields[1].type == String.self)
    #expect(shape.name == "Point")
  }

  @Test func genericFields() {
    let shape = TypeShape.of(Pair<UInt8, [Int: String]>.self)
    #expect(shape.fields[0].type == UInt8.self && shape.fields[1].type == [Int: String].self)
    #expect(shape.fields.map(\.offset) == [0, 8])
  }

  @Test func enumCases() {
    let shape = TypeShape.of(Screen.self)
    #expect(shape.kind == .enumeration)
    #expect(shape.cases.map(\.name) == ["list", "detail", "named", "maybe", "closed"])
    let detail = TypeShape.of(shape.cases[1].payload ?? Never.self)
    #expect(detail.kind == .tuple)
    #expect(detail.fields.map(\.label) == ["id", nil])
    #expect(detail.fields.map(\.name) == ["id", "1"])
    #expect(shape.cases[4].payload == nil)
  }

  @Test func otherKinds() {
    #expect(TypeShape.of(Counted.self).kind == .class)
    #expect(TypeShape.of((() -> Void).self).kind == .function)
    #expect(TypeShape.of((any Error).self).kind == .existential)
    #expect(TypeShape.of(Any.self).kind == .existential)
    #expect(TypeShape.of(Int.Type.self).kind == .metatype)
    #expect(TypeShape.of(Int?.self).kind == .optional)
    #expect(TypeShape.of((a: Int, String).self).kind == .tuple)
  }

  @Test func names() {
    #expect(TypeShape.of(Pair<Int, String>.self).name == "Pair")
    #expect(TypeShape.of([String].self).name == "Array")
    #expect(TypeShape.of((a: Int, Date).self).name == "(a: Int, Date)")
    #expect(TypeShape.of(Int.self).module == "Swift")
  }

  @Test func weakFieldsAreNotAccessible() {
    #expect(TypeShape.of(Weak.self).fields.map(\.isAccessible) == [false, true])
  }
}

@Suite(.serialized) struct TypeShapeValueTests {
  @Test func structs() throws {
    let shape = TypeShape.of(Point.self)
    #expect(try shape.build(parts: [3, "here"]) as? Point == Point(x: 3, label: "here"))
    #expect(try shape.read(shape.fields[1], from: Point(x: 1, label: "there")) as? String == "there")
    var value: Any = Point(x: 1, label: "there")
    try shape.replace(shape.fields[0], in: &value, with: 9)
    #expect(value as? Point == Point(x: 9, label: "there"))
  }

  @Test func tuples() throws {
    let shape = TypeShape.of((a: Int, b: String).self)
    let built = try shape.build(parts: [1, "x"]) as? (a: Int, b: String)
    #expect(built?.a == 1 && built?.b == "x")
  }

  @Test func enums() throws {
    let shape = TypeShape.of(Screen.self)
    let values: [Screen] = [
      .closed, .list(["a", "b"]), .detail(id: 7, Point(x: 1, label: "p")), .named(name: "n"), .maybe(nil), .maybe(3),
    ]
    for value in values {
      let (found, payload) = try shape.project(value)
      #expect(try shape.build(case: found, payload: payload) as? Screen == value)
    }
    #expect(try shape.enumCase(of: Screen.closed).name == "closed")
    #expect(try shape.enumCase(of: Screen.maybe(nil)).name == "maybe")
  }

  @Test func indirectEnums() throws {
    let shape = TypeShape.of(Tree.self)
    let values: [Tree] = [.leaf, .value(4), .node(left: .value(1), right: .node(left: .leaf, right: .value(2)))]
    for value in values {
      let (found, payload) = try shape.project(value)
      #expect(try shape.build(case: found, payload: payload) as? Tree == value)
    }
  }

  @Test func genericEnums() throws {
    let shape = TypeShape.of(Generic<String>.self)
    #expect(shape.cases.map(\.name) == ["some", "pair", "nothing"])
    let (found, payload) = try shape.project(Generic<String>.pair("a", ["b"]))
    #expect(found.name == "pair")
    let parts = payload as? (String, [String])
    #expect(parts?.0 == "a" && parts?.1 == ["b"])
  }

  @Test func optionals() throws {
    let shape = TypeShape.of(Int?.self)
    #expect(try shape.project(Int?.some(3) as Any).payload as? Int == 3)
    #expect(try shape.project(Int?.none as Any).payload == nil)
  }

  @Test func existentialPartsAreConverted() throws {
    let shape = TypeShape.of(Pair<any Error, Int?>.self)
    let built = try shape.build(parts: [CancellationError(), 3]) as? Pair<any Error, Int?>
    #expect(built?.first is CancellationError && built?.second == 3)
  }

  @Test func whatIsInsideAnExistentialComesOut() throws {
    let small: any Marked = Small(number: 7)
    let large: any Marked = Large(texts: ("a", "b", "c"))
    for value in [small, large] {
      let shape = TypeShape.of(Pair<any Marked, any Error>.self)
      let pair = Pair<any Marked, any Error>(first: value, second: Problem.number(3))
      let first = try shape.read(shape.fields[0], from: pair)
      let inside = TypeShape.of(type(of: first))
      let parts = try inside.readAll(from: first)
      #expect(parts.first as? Int == 7 || (parts.first as? (String, String, String))?.2 == "c")
      let error = try shape.read(shape.fields[1], from: pair)
      #expect(try TypeShape.of(Problem.self).project(error).payload as? Int == 3)
    }
    let result = TypeShape.of(Result<Int, any Error>.self)
    let failure = try #require(try result.project(Result<Int, any Error>.failure(Problem.number(4))).payload)
    #expect(try TypeShape.of(Problem.self).project(failure).payload as? Int == 4)
    // Boxed as an error of the type "any Error" by code generic over errors.
    func boxed<Failure: Error>(_ error: Failure) -> any Error { error }
    func generic<Failure: Error>(_ result: Result<Int, Failure>) -> any Error {
      do { return "\(try result.get())" as? any Error ?? Problem.number(0) } catch { return boxed(error) }
    }
    let nested = try #require(
      try result.project(Result<Int, any Error>.failure(generic(Result<Int, any Error>.failure(Problem.number(5))))).payload)
    #expect(try TypeShape.of(Problem.self).project(nested).payload as? Int == 5)
    let object = TypeShape.of(Pair<AnyObject, Any>.self)
    let counted = Plain()
    let pair = Pair<AnyObject, Any>(first: counted, second: "text")
    #expect(try object.read(object.fields[0], from: pair) as? Plain === counted)
    #expect(try object.read(object.fields[1], from: pair) as? String == "text")
  }

  @Test func aPartOfAnotherTypeIsRefused() {
    let error = #expect(throws: ReflectionError.self) { try TypeShape.of(Point.self).build(parts: [3, 4]) }
    #expect(error?.description == "expected a value of type String, found Int")
  }

  @Test func keyPathsEqualTheLiteral() {
    #expect(TypeShape.of(Point.self).keyPath(named: "x") == \Point.x)
    #expect(TypeShape.of(Point.self).keyPath(named: "x") is WritableKeyPath<Point, Int>)
    #expect(!(TypeShape.of(Point.self).keyPath(named: "label") is WritableKeyPath<Point, String>))
    #expect(TypeShape.of(Point.self).keyPath(named: "z") == nil)
  }

  @Test func nothingLeaks() throws {
    #expect(Counted.live == 0)
    do {
      let holder = TypeShape.of(Holder.self)
      let counted = TypeShape.of(CountedEnum.self)
      for _ in 0..<100 {
        var value = try holder.build(parts: [Counted(), [Counted(), Counted()], 1])
        #expect(throws: ReflectionError.self) { try holder.build(parts: [Counted(), [Counted()], "no"]) }
        #expect(throws: ReflectionError.self) { try holder.build(parts: [Counted(), "no", 1]) }
        _ = try holder.read(holder.fields[1], from: value)
        try holder.replace(holder.fields[0], in: &value, with: Counted())
        #expect(throws: ReflectionError.self) { try holder.replace(holder.fields[1], in: &value, with: Counted()) }
        for name in ["inline", "boxed"] {
          let enumCase = try #require(counted.enumCase(named: name))
          let payload: Any = name == "inline" ? Counted() : (Counted(), 1)
          var built = try counted.build(case: enumCase, payload: payload)
          #expect(throws: ReflectionError.self) { try counted.build(case: enumCase, payload: [Counted()]) }
          _ = try counted.project(built)
          try counted.replacePayload(of: &built, with: name == "inline" ? Counted() : (Counted(), 2))
        }
      }
    }
    #expect(Counted.live == 0)
  }
}

@Suite struct BitwiseIdentityTests {
  @Test func copiesAreIdentical() {
    let long = String(repeating: "a", count: 100)
    let point = Point(x: 1, label: long)
    #expect(BitwiseIdentity.holds(point, point))
    #expect(!BitwiseIdentity.holds(point, Point(x: 2, label: long)))
    #expect(!BitwiseIdentity.holds(1, 1 as Int8))
  }

  @Test func differingPositions() {
    let first = (0..<100).map { Point(x: $0, label: "row") }
    var second = first
    #expect(BitwiseIdentity.differingPositions(first, second) == [])
    second[42].x = -1
    #expect(BitwiseIdentity.differingPositions(first, second) == [42])
  }
}
