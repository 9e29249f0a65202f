/// What a reducer is made of, for those who show it: its parts in the order in which they run.
package struct CompositionPart {
  /// What it is: `Scope`, `ifLet`, `Reduce`; empty for a feature of its own.
  package let operation: String
  /// The child domain in the parent's state; empty where it is the parent's own, or a case that does not tell its name.
  package let domain: String
  /// The parent's actions, and the type of those that reach the child; `nil` where all do.
  package let actions: (parent: Any.Type, child: Any.Type)?
  /// The feature that it runs; empty where the type says nothing.
  package private(set) var feature = ""
  /// Whether the feature stands further out already, so that its parts are not repeated.
  package private(set) var isRecursive = false
  /// What runs inside, in order.
  package private(set) var parts: [CompositionPart] = []

  init(_ operation: String, domain: String = "", actions: (parent: Any.Type, child: Any.Type)? = nil) {
    self.operation = operation
    self.domain = domain
    self.actions = actions
  }

  /// The part of an operator that runs a child.
  init<Child: Reducer>(
    _ operation: String, _ child: Child, domain: String, actions: (parent: Any.Type, child: Any.Type), below ancestors: [Any.Type]
  ) {
    self.init(operation, domain: domain, actions: actions)
    let inside = Self.parts(of: child, below: ancestors)
    if let only = inside.first, inside.count == 1, only.operation.isEmpty {
      (feature, isRecursive, parts) = (only.feature, only.isRecursive, only.parts)
    } else {
      parts = inside
    }
  }

  /// The parts of a reducer.
  ///
  /// - Parameters:
  ///   - reducer: The reducer. Its body is composed, with the dependencies in force.
  ///   - ancestors: The features around it, so that a recursive one ends.
  package static func parts<R: Reducer>(of reducer: R, below ancestors: [Any.Type] = []) -> [CompositionPart] {
    if let composed = reducer as? any ComposedReducer { return composed.parts(below: ancestors) }
    var part = CompositionPart("")
    part.feature = String(String(describing: R.self).prefix { $0 != "<" })
    part.isRecursive = ancestors.contains { $0 == R.self }
    if !part.isRecursive, R.Body.self != Never.self, let body = reducer.body as? any Reducer {
      part.parts = parts(of: body, below: ancestors + [R.self])
    }
    return [part]
  }
}

/// A reducer that is made of others and of no feature's own.
protocol ComposedReducer {
  /// Its parts in the order in which they run.
  ///
  /// - Parameter ancestors: The features around it.
  func parts(below ancestors: [Any.Type]) -> [CompositionPart]
}

extension Reduce: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    if let hidden { CompositionPart.parts(of: hidden, below: ancestors) } else { [CompositionPart("Reduce")] }
  }
}

extension BindingReducer: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] { [CompositionPart("BindingReducer")] }
}

extension EmptyReducer: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] { [] }
}

extension CombineReducers: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] { CompositionPart.parts(of: reducers, below: ancestors) }
}

extension ReducerPair: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    CompositionPart.parts(of: first, below: ancestors) + CompositionPart.parts(of: second, below: ancestors)
  }
}

extension ReducerList: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    reducers.flatMap { CompositionPart.parts(of: $0, below: ancestors) }
  }
}

extension ReducerOption: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    wrapped.map { CompositionPart.parts(of: $0, below: ancestors) } ?? []
  }
}

extension ReducerChoice: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    switch self {
    case .first(let reducer): CompositionPart.parts(of: reducer, below: ancestors)
    case .second(let reducer): CompositionPart.parts(of: reducer, below: ancestors)
    }
  }
}

extension Scope: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    let domain =
      switch toChildState {
      case .property(let keyPath): FeatureSlot(keyPath).name
      case .enumCase: ""
      }
    return [
      CompositionPart(
        "Scope", child.base, domain: domain, actions: (ParentAction.self, Child.Action.self), below: ancestors)
    ]
  }
}

extension _PrintChangesReducer: ComposedReducer {
  func parts(below ancestors: [Any.Type]) -> [CompositionPart] {
    CompositionPart.parts(of: base, below: ancestors) + [CompositionPart("_printChanges")]
  }
}
