import ActionLanguage
import ComposableArchitecture
import Reflection
import Synchronization
import Timeline

/// A call of the outside world that a feature may make.
struct KnownEndpoint {
  /// What is called: `numberFact.fetch`.
  let name: String
  /// What it takes.
  let parameters: [CallText.Parameter]
  /// The type of the value that answers it.
  let valueType: Any.Type

  /// The client: `numberFact`.
  var client: Substring { name.prefix { $0 != "." } }
}

/// Finds the endpoints of the clients that a feature's reducers hold as dependencies, and of those registered with `OutsideWorld`.
///
/// A dependency that is read inside of an effect only is not among them, so what is not found may exist all the same.
struct EndpointSearch {
  private(set) var endpoints: [KnownEndpoint] = []
  private var reducers: Set<ObjectIdentifier> = []
  private var objects: Set<ObjectIdentifier> = []
  private var clients: Set<ObjectIdentifier> = []
  /// What the world itself stands for: clocks, dates and the like are no clients.
  private static let runtime: Set<String> = ["Clocks", "ComposableArchitecture", "ConcurrencyExtras", "Dependencies", "Sharing"]
  /// Bounds the search whatever a reducer holds.
  private var budget = 20_000

  /// Looks into a reducer and all that it is composed of, with the dependencies in force.
  mutating func look(into reducer: some Reducer) { visit(reducer, depth: 0) }

  mutating func add(_ endpoint: KnownEndpoint) {
    guard !endpoints.contains(where: { $0.name == endpoint.name }) else { return }
    endpoints.append(endpoint)
  }

  private mutating func visit(_ value: Any, depth: Int) {
    guard depth < 64, budget > 0 else { return }
    budget -= 1
    if let dependency = value as? any ClientHolding { return addClient(type(of: dependency).clientType) }
    if type(of: value) is AnyClass, !objects.insert(ObjectIdentifier(value as AnyObject)).inserted { return }
    if let reducer = value as? any Reducer, let body = body(of: reducer) { visit(body, depth: depth + 1) }
    for child in Mirror(reflecting: value).children { visit(child.value, depth: depth + 1) }
  }

  private mutating func body<Feature: Reducer>(of reducer: Feature) -> Any? {
    // A recursive feature is looked into once.
    guard Feature.Body.self != Never.self, reducers.insert(ObjectIdentifier(Feature.self)).inserted else { return nil }
    return reducer.body
  }

  private mutating func addClient(_ type: Any.Type) {
    guard clients.insert(ObjectIdentifier(type)).inserted else { return }
    let shape = TypeShape.of(type)
    guard shape.kind == .structure, !Self.runtime.contains(shape.module) else { return }
    let client = EndpointDesk.name(ofClient: String(describing: type))
    for field in shape.fields {
      let function = TypeShape.of(field.type)
      guard let result = function.functionResult else { continue }
      let (name, labels) = Self.endpoint(storedAs: field.name)
      let types = function.functionParameters ?? []
      let parameters = types.enumerated().map { index, type in
        CallText.Parameter(label: labels.count == types.count ? labels[index] : nil, type: type)
      }
      add(KnownEndpoint(name: "\(client).\(name)", parameters: parameters, valueType: result))
    }
  }

  /// An endpoint's closure is stored behind the property that has its name, as `_save`, or as `` `_fetch(id:)` `` where `@DependencyClient`
  /// knows names of parameters, which the type of a function does not.
  private static func endpoint(storedAs name: String) -> (name: String, labels: [String?]) {
    let stored = name.filter { $0 != "`" }
    guard stored.hasPrefix("_") else { return (stored, []) }
    let parts = stored.dropFirst().split(separator: "(", maxSplits: 1)
    guard parts.count == 2 else { return (parts.joined(), []) }
    return (String(parts[0]), parts[1].dropLast().split(separator: ":").map { $0 == "_" ? nil : String($0) })
  }
}

/// A property of a reducer that reads a dependency.
protocol ClientHolding {
  static var clientType: Any.Type { get }
}

extension Dependency: ClientHolding {
  static var clientType: Any.Type { Value.self }
}

/// Notes the endpoints that are registered while a feature's dependencies are put in place.
final class EndpointNotes: Sendable {
  private struct Note: @unchecked Sendable { var endpoint: KnownEndpoint }
  private let notes = Mutex<[Note]>([])

  /// The notes that are taken now.
  @TaskLocal static var current: EndpointNotes?

  var endpoints: [KnownEndpoint] { notes.withLock { $0.map(\.endpoint) } }

  func note(client: String, endpoint: String, parameters: [Any.Type], valueType: Any.Type) {
    let name = "\(EndpointDesk.name(ofClient: client)).\(endpoint)"
    let parameters = parameters.map { CallText.Parameter(label: nil, type: $0) }
    let note = Note(endpoint: KnownEndpoint(name: name, parameters: parameters, valueType: valueType))
    notes.withLock { $0.append(note) }
  }
}

extension FeaturePlayback {
  func knownEndpoints() -> [KnownEndpoint] {
    if let endpoints { return endpoints }
    let notes = EndpointNotes()
    // A world of its own: what making the dependencies takes from it must not count.
    let world = World(settings: settings, supplies: supplies)
    let values = EndpointNotes.$current.withValue(notes) { Self.dependencies(of: world, with: installDependencies) }
    var search = EndpointSearch()
    DependencyValues.$_current.withValue(values) { search.look(into: reducer()) }
    for endpoint in notes.endpoints { search.add(endpoint) }
    endpoints = search.endpoints
    return search.endpoints
  }

  func wasCalled(_ name: String) -> Bool { supplies.wasCalled(name) }

  func answersSet() -> [(call: String, text: String)] { answersSet(at: recorded.position) }

  /// The answers that are set for calls at a position.
  func answersSet(at position: Position) -> [(call: String, text: String)] {
    supplies.all(at: recorded.steps[position.step].worldAfter.supplyCount)
  }

  /// A call as those that are made are written; one that is not known, or does not fit, as it is.
  ///
  /// What does not fit was refused where it was typed; files of before may hold it.
  func canonical(_ text: String, at position: Position) -> String {
    guard let call = try? CallText(text), let known = knownEndpoints().first(where: { $0.name == call.name }),
      let canonical = try? call.canonical(parameters: known.parameters, now: decoder(at: position).now)
    else { return text }
    return canonical
  }
}
