import CustomDump

extension Reducer {
  /// Prints each action and what it changed.
  public func _printChanges() -> _PrintChangesReducer<Self> { _printChanges(.customDump) }

  /// Hands each action and the states before and after to a printer.
  ///
  /// - Parameter printer: What prints; `nil` for nothing.
  public func _printChanges(_ printer: _ReducerPrinter<State, Action>?) -> _PrintChangesReducer<Self> {
    _PrintChangesReducer(base: self, printer: printer)
  }
}

/// Prints what a reducer did with an action.
public struct _ReducerPrinter<State, Action> {
  private let print: (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// - Parameter printChange: Prints an action and the states before and after.
  public init(printChange: @escaping (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void) {
    print = printChange
  }

  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    print(receivedAction, oldState, newState)
  }

  /// Prints the whole action and the difference of the states.
  public static var customDump: Self {
    Self { action, oldState, newState in
      var text = "received action:\n"
      CustomDump.customDump(action, to: &text, indent: 2)
      text += "\n" + (diff(oldState, newState) ?? "  (No state changes)") + "\n"
      PrintedChanges.print(text)
    }
  }

  /// Prints only which case the action is.
  public static var actionLabels: Self {
    Self { action, _, _ in PrintedChanges.print("received action: \(actionLabel(action))") }
  }
}

/// The cases of an action without their payloads: `Feature.Action.child(.tapped)`.
func actionLabel<Action>(_ action: Action) -> String {
  func label(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return "" }
    guard let child = mirror.children.first, let name = child.label else { return ".\(value)" }
    let inner = label(child.value)
    return inner.isEmpty ? ".\(name)" : ".\(name)(\(inner))"
  }
  return String(describing: Action.self) + label(action)
}

/// A reducer whose actions and changes are printed.
public struct _PrintChangesReducer<Base: Reducer>: Reducer {
  let base: Base
  let printer: _ReducerPrinter<Base.State, Base.Action>?

  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    guard let printer else { return base.reduce(into: &state, action: action) }
    let oldState = state
    let effects = base.reduce(into: &state, action: action)
    printer.printChange(receivedAction: action, oldState: oldState, newState: state)
    return effects
  }
}
