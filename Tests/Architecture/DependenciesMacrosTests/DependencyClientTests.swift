import DependenciesMacros
import Testing

@DependencyClient
struct NumberClient: Sendable {
  var fetch: @Sendable (_ number: Int) async throws -> String
  var plain: @Sendable (Int) throws -> Int
  var count: @Sendable () -> Int = { 42 }
  var save: @Sendable (_ text: String, _ at: Int) -> Void
  var find: @Sendable (String) async -> String?
  var describe: @Sendable (_ number: Int, String) async -> String = { number, text in "\(number) \(text)" }
  @DependencyEndpoint(method: "erase") var delete: @Sendable (_ id: Int) async throws -> Void
  var onMain: @MainActor @Sendable (_ id: Int) -> Bool = { _ in false }
  #if DEBUG || !DEBUG
    var conditional: @Sendable () throws -> Int
  #endif
  @DependencyEndpointIgnored var ignored: @Sendable () -> Int = { 7 }
  let name: String
  var limit: Int = 10
  var log: (@Sendable (String) -> Void)?
  var computed: Int { limit * 2 }
  static let shared = 1
}

@DependencyClient
public struct PublicClient {
  public var run: (inout Int) -> Void
  public var transform: (_ body: (Int) -> Int) throws -> Int
  public var keep: (_ body: @escaping (Int) -> Int) throws -> Int
}

@DependencyClient
struct GenericClient<Value: Sendable>: Sendable {
  var load: @Sendable () async throws -> [Value]
}

enum Problem: Error { case bad }

@DependencyClient
struct TypedClient: Sendable {
  var load: @Sendable () async throws(Problem) -> Int = { () async throws(Problem) -> Int in throw .bad }
}

@Suite struct DependencyClientTests {
  @Test func suppliedEndpointsAreCalledBothWays() async throws {
    let client = NumberClient(
      fetch: { "\($0) is a number" }, plain: { $0 + 1 }, count: { 1 }, save: { _, _ in }, find: { $0 },
      describe: { "\($0)\($1)" }, delete: { _ in }, onMain: { $0 > 1 }, ignored: { 8 }, name: "n", limit: 3)
    #expect(try await client.fetch(number: 3) == "3 is a number")
    #expect(try await client.fetch(4) == "4 is a number")
    #expect(try client.plain(1) == 2)
    #expect(await client.describe(number: 1, "a") == "1a")
    #expect(await client.onMain(id: 2))
    #expect(client.computed == 6)
    try await client.erase(id: 1)
    client.save(text: "a", at: 1)
  }

  @Test func anUnsuppliedThrowingEndpointReportsAndThrows() async {
    var client = NumberClient(name: "n")
    client.plain = { $0 }
    await withExpectedIssue {
      await #expect(throws: Unimplemented.self) { try await client.fetch(number: 3) }
    }
    withExpectedIssue { #expect(throws: Unimplemented.self) { try client.conditional() } }
    #expect(throws: Never.self) { try client.plain(1) }
  }

  @Test func anUnsuppliedEndpointReportsAndReturnsItsDefault() async {
    let client = NumberClient(name: "n")
    withExpectedIssue { #expect(client.count() == 42) }
    withExpectedIssue { client.save(text: "a", at: 1) }
    await withExpectedIssue { #expect(await client.find("a") == nil) }
    await withExpectedIssue { #expect(await client.describe(number: 1, "a") == "1 a") }
    #expect(client.ignored() == 7)
    #expect(client.limit == 10)
    #expect(client.log == nil)
  }

  @Test func otherShapesOfClosures() async {
    let client = PublicClient()
    var number = 1
    withExpectedIssue { client.run(&number) }
    withExpectedIssue { #expect(throws: Unimplemented.self) { try client.transform(body: { $0 }) } }
    withExpectedIssue { #expect(throws: Unimplemented.self) { try client.keep(body: { $0 }) } }
    await withExpectedIssue { await #expect(throws: Unimplemented.self) { try await GenericClient<Int>().load() } }
    await withExpectedIssue { await #expect(throws: Problem.self) { try await TypedClient().load() } }
  }
}

/// Answers from a table, as the debugger does from what a person types.
struct TableResponder: EndpointResponder {
  let answers: [String: any Sendable]

  func respond<Value>(to call: EndpointCall, returning: Value.Type) async throws -> Value {
    guard let answer = try respondImmediately(to: call, returning: returning) else { throw Problem.bad }
    return answer
  }

  func respondImmediately<Value>(to call: EndpointCall, returning: Value.Type) throws -> Value? {
    let arguments = call.arguments.map { "\($0.label.map { "\($0): " } ?? "")\($0.value)" }.joined(separator: ", ")
    let text = "\(call.client).\(call.endpoint)(\(arguments))"
    if let error = answers[text] as? any Error { throw error }
    return answers[text] as? Value
  }
}

@Suite struct EndpointResponderTests {
  @Test func answersBeforeAnythingIsReported() async throws {
    let answers: [String: any Sendable] = [
      "NumberClient.fetch(number: 3)": "three", "NumberClient.count()": 5, "NumberClient.plain(1)": Problem.bad,
      "NumberClient.find(a)": String?.some("found"), "GenericClient<Int>.load()": [1, 2],
    ]
    try await withDependencies {
      $0.endpointResponder = TableResponder(answers: answers)
    } operation: { () async throws -> Void in
      let client = NumberClient(name: "n")
      #expect(try await client.fetch(number: 3) == "three")
      #expect(client.count() == 5)
      #expect(throws: Problem.bad) { try client.plain(1) }
      #expect(await client.find("a") == "found")
      #expect(try await GenericClient<Int>().load() == [1, 2])
      await #expect(throws: Problem.bad) { try await client.fetch(number: 4) }
      withExpectedIssue { #expect(throws: Unimplemented.self) { try client.plain(2) } }
    }
  }
}
