import Synchronization

/// What one action did on its way through a composition: which operators ran, in which order, and why others did not.
///
/// Operators ask `isOn` first, one load and one branch; only when some trace is being taken they look whether it is theirs.
@usableFromInline
package final class ReducerTrace: @unchecked Sendable {
  // Safe to send: made, filled and read within one synchronous reduction.

  /// One operator of the composition, or one feature.
  package final class Node {
    /// Why an operator's child did not get the action, or that it did.
    package enum Outcome: Hashable {
      case ran
      case skipped(String)
    }

    /// What it is: `Scope`, `ifLet`, `Reduce`, or empty for a feature with a body.
    package let operation: String
    /// The type of the reducer it runs; empty where that says nothing.
    package let reducer: String
    /// The child domain: the property or case in the parent's state; empty where the domain is the parent's.
    package let domain: String
    /// The identity of the element, where the domain is an element of a collection.
    package let id: Any?
    package fileprivate(set) var outcome = Outcome.ran
    /// The types by which the case is found that a reducer runs on, where it was skipped and its key path does not tell the name.
    package fileprivate(set) var cases: Cases?
    /// The domain's state before and after; `nil` when it was skipped.
    package fileprivate(set) var before: Any?
    package fileprivate(set) var after: Any?
    /// The shared values before and after, as whoever takes the trace keeps them; `nil` when it does not.
    package fileprivate(set) var sharedBefore: AnyObject?
    package fileprivate(set) var sharedAfter: AnyObject?
    /// The effects that came back.
    package fileprivate(set) var effects: [TracedEffect] = []
    /// What ran inside, in order.
    package fileprivate(set) var children: [Node] = []

    init(_ operation: String, reducer: Any.Type?, domain: String, id: Any?) {
      self.operation = operation
      self.reducer = reducer.map(Self.name) ?? ""
      self.domain = domain
      self.id = id
    }

    /// A type's name without its generic arguments.
    static func name(of type: Any.Type) -> String { String(String(describing: type).prefix { $0 != "<" }) }
  }

  /// What is known of the case that a reducer runs on, which its key path does not tell the name of.
  @usableFromInline
  package struct Cases {
    /// The types of the enum and of what the case holds, in the state and in the action.
    package let state: (parent: Any.Type, child: Any.Type)
    package let action: (parent: Any.Type, child: Any.Type)
    /// The case that the state is in, and whether that is the one.
    package let current: (name: String, isMeant: Bool)?
    /// The case of the action, and whether the action is the child's.
    package let sent: (name: String, isMeant: Bool)?

    @usableFromInline
    init<ParentState, ParentAction, ChildState, ChildAction>(
      state: (ParentState, AnyCasePath<ParentState, ChildState>),
      action: (ParentAction, AnyCasePath<ParentAction, ChildAction>)
    ) {
      self.state = (ParentState.self, ChildState.self)
      self.action = (ParentAction.self, ChildAction.self)
      current = EnumCase.of(state.0).map { ($0.name, state.1.extract(from: state.0) != nil) }
      sent = EnumCase.of(action.0).map { ($0.name, action.1.extract(from: action.0) != nil) }
    }
  }

  @TaskLocal package static var current: ReducerTrace?
  /// How many traces are being taken in the process.
  @usableFromInline static let activity = Atomic<Int>(0)
  /// Whether any trace is being taken.
  @inlinable static var isOn: Bool { activity.load(ordering: .relaxed) != 0 }

  /// What ran at the top.
  package let root: Node
  private var open: [Node]
  private let captureShared: (() -> AnyObject?)?

  private init(root: Any.Type, captureShared: (() -> AnyObject?)?) {
    self.root = Node("", reducer: root, domain: "", id: nil)
    self.captureShared = captureShared
    open = [self.root]
  }

  /// Takes a trace of one reduction.
  ///
  /// - Parameter captureShared: Gives the shared values as they are, the same object as long as none changed.
  static func take<State, Action>(
    of root: Any.Type, _ state: inout State, captureShared: (() -> AnyObject?)? = nil,
    _ reduce: (inout State) -> Effect<Action>
  ) -> ReducerTrace {
    let trace = ReducerTrace(root: root, captureShared: captureShared)
    activity.add(1, ordering: .relaxed)
    defer { activity.subtract(1, ordering: .relaxed) }
    trace.enter(trace.root, state)
    let effect = $current.withValue(trace) { reduce(&state) }
    trace.leave(trace.root, state)
    trace.root.effects = effect.operation.traced
    return trace
  }

  /// Runs a part of an operator and records it in the trace that is being taken here, if there is one.
  ///
  /// - Parameters:
  ///   - operation: What the operator is called.
  ///   - reducer: The type it runs.
  ///   - domain: The child domain in the state before; empty for the operator's own.
  @usableFromInline
  static func run<State, Action>(
    _ operation: String, _ reducer: Any.Type?, in state: inout State, domain: @autoclosure () -> String = "", id: Any? = nil,
    _ body: (inout State) -> Effect<Action>
  ) -> Effect<Action> {
    guard let trace = current else { return body(&state) }
    let node = trace.begin(Node(operation, reducer: reducer, domain: domain(), id: id))
    trace.enter(node, state)
    let effect = body(&state)
    trace.leave(node, state)
    node.effects = effect.operation.traced
    trace.open.removeLast()
    return effect
  }

  /// Records a part of an operator that was not run.
  @usableFromInline
  static func skip(
    _ operation: String, _ reducer: Any.Type?, domain: @autoclosure () -> String = "", id: Any? = nil,
    cases: @autoclosure () -> Cases? = nil, because reason: String
  ) {
    guard let trace = current else { return }
    let node = Node(operation, reducer: reducer, domain: domain(), id: id)
    node.outcome = .skipped(reason)
    node.cases = cases()
    trace.open[trace.open.count - 1].children.append(node)
  }

  /// Makes a change that an operator makes itself, and records it when a trace is being taken here.
  static func change<State>(_ operation: String, in state: inout State, _ body: (inout State) -> Void) {
    guard isOn, let trace = current else { return body(&state) }
    let node = trace.begin(Node(operation, reducer: nil, domain: "", id: nil))
    trace.enter(node, state)
    body(&state)
    trace.leave(node, state)
    trace.open.removeLast()
  }

  private func begin(_ node: Node) -> Node {
    open[open.count - 1].children.append(node)
    open.append(node)
    return node
  }

  private func enter(_ node: Node, _ state: Any) {
    node.before = state
    node.sharedBefore = captureShared?()
  }

  private func leave(_ node: Node, _ state: Any) {
    node.after = state
    node.sharedAfter = captureShared?()
  }
}

/// An effect as a trace shows it.
package struct TracedEffect {
  /// In a few words: `run`, `cancel timer`, `concatenate`.
  package let text: String
  /// The action it sends at once, if it does.
  package let action: Any?
  /// What it is made of: the steps of a sequence, what is debounced.
  package var parts: [TracedEffect] = []
  /// The ids it is cancelled by, as they stand behind it: `, id timer`.
  package var ending = ""

  init(_ text: String, action: Any? = nil, parts: [TracedEffect] = [], ending: String = "") {
    self.text = text
    self.action = action
    self.parts = parts
    self.ending = ending
  }
}

extension EffectOperation {
  /// The effects a reducer asked for, without what the operators add on their own.
  var traced: [TracedEffect] {
    switch self {
    case .none, .leave: []
    case .send(let action): [TracedEffect("send", action: action)]
    case .run(let run): [TracedEffect(run.name.map { "run \($0)" } ?? "run")]
    case .merge(let operations): operations.flatMap(\.traced)
    case .concatenate(let operations): Self.sequence(operations.compactMap(\.tracedWhole))
    case .cancellable(.concatenate(let operations), let id, _) where operations.first?.isDebounceWait == true:
      [TracedEffect("debounce", parts: operations.dropFirst().compactMap(\.tracedWhole), ending: ", id \(id.text)")]
    case .cancellable(let operation, let id, _):
      operation.traced.map { effect in
        var effect = effect
        effect.ending += ", id \(id.text)"
        return effect
      }
    case .cancel(let id): [TracedEffect("cancel \(id.text)")]
    case .throttle(let operation, let throttle):
      operation.tracedWhole.map { [TracedEffect("throttle", parts: [$0], ending: ", id \(throttle.id.text)")] } ?? []
    case .feature(let operation, _, _), .scoped(let operation, _): operation.traced
    }
  }

  /// All of it as one effect; `nil` when it is none.
  private var tracedWhole: TracedEffect? {
    let effects = traced
    return effects.count > 1 ? TracedEffect("merge", parts: effects) : effects.first
  }

  private static func sequence(_ effects: [TracedEffect]) -> [TracedEffect] {
    effects.count > 1 ? [TracedEffect("concatenate", parts: effects)] : effects
  }

  private var isDebounceWait: Bool {
    if case .run(let run) = self { run.isDebounceWait } else { false }
  }
}
