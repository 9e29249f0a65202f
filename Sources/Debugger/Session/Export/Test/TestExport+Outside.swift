import ActionLanguage
import ComposableArchitecture
import Foundation
import Reflection
import Timeline

/// The calls of the outside world that a test has to answer.
extension TestExport {
  struct Endpoint {
    let client: String
    let name: String
    let variable: String
    /// The numbers of its calls.
    var calls: [Int] = []
    /// Whether it may be answered with an error.
    private(set) var canThrow = true
    /// What a call that cannot throw comes back with when its effect is cancelled, as an expression.
    private(set) var unread: String?
    /// Why a test cannot stand in for it.
    private(set) var obstacle: String?

    /// - Parameters:
    ///   - call: A call of it.
    ///   - answers: The values its calls came back with.
    ///   - module: The feature's module.
    init(_ call: DependencyUse.Call, answers: [Any], module: String) {
      client = call.client
      name = call.endpoint
      var short = call.client
      if short.hasSuffix("Client"), short != "Client" { short.removeLast("Client".count) }
      variable = short.prefix(1).lowercased() + short.dropFirst() + name.prefix(1).uppercased() + name.dropFirst()
      guard call.waits, let type = _typeByName("\(module.utf8.count)\(module)\(client.utf8.count)\(client)V") else { return }
      let shape = TypeShape.of(type)
      guard let field = shape.field(named: name) ?? shape.field(named: "_" + name),
        !String(reflecting: field.type).contains(" throws ")
      else { return }
      canThrow = false
      guard call.valueType != Void.self else { return }
      let example = try? ActionDecoder().value(ActionDecoder.example(of: call.valueType), as: call.valueType)
      unread = (answers + [example].compactMap { $0 }).lazy.map { SourceTree($0) }.first { $0.obstacle == nil }?.inline
      if unread == nil {
        obstacle = "\(client).\(name) cannot throw, and no value of it can be written for a call whose effect is cancelled"
      }
    }
  }

  /// The calls of a test that begins with a step: their number, the variable they are answered through, and their place in it.
  func calls(_ partStart: Int) -> [(call: Int, variable: String, index: Int)] {
    endpoints.flatMap { endpoint in
      endpoint.calls.filter { use.calls[$0].step >= partStart }.enumerated().map { ($0.element, endpoint.variable, $0.offset) }
    }
  }

  func isAnswered(_ call: Int, by effect: Int, in place: Int) -> Bool {
    let wanted = use.calls[call]
    guard wanted.effect == effect, wanted.result != nil, wanted.answeredStep == place else { return false }
    // The one that had waited longest was answered; what else came back then was answered at once.
    return use.calls.firstIndex { $0.effect == effect && $0.result != nil && $0.answeredStep == place } == call
  }

  func isSupplied(_ call: Int) -> Bool {
    let found = use.calls[call]
    guard found.result != nil else { return false }
    switch step(found.answeredStep).input {
    case .answer(let effect, _), .fail(let effect, _): return !isAnswered(call, by: effect, in: found.answeredStep)
    default: return true
    }
  }
}
