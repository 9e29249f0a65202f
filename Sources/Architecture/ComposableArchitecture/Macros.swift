/// Makes a struct a reducer, or an enum of features the reducer of a destination or a path.
///
/// On a struct it adds the conformance to ``Reducer``, makes the nested enums `State` and `Action` case-pathable, lets `body`
/// be built of several reducers, and writes a `State`, an `Action` or a `body` that is missing.
///
/// On an enum each case names a feature; the macro writes a `State` and an `Action` with a case for each and a reducer that
/// runs the feature of the case the state is in. A case may also hold an `AlertState` or a `ConfirmationDialogState`, or, with
/// ``ReducerCaseIgnored()``, plain data. A case whose feature needs arguments gives it as default value:
/// `case edit(Edit = Edit(limit: 3))`.
@attached(
  member, names: named(State), named(Action), named(Body), named(init), named(body), named(CaseScope), named(scope)
)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer() = #externalMacro(module: "ArchitectureMacros", type: "ReducerMacro")

/// Makes a reducer as ``Reducer()`` does, and gives the state and the action it writes these conformances.
///
/// - Parameters:
///   - state: The conformances of the state: `@Reducer(state: .equatable, .sendable)`.
///   - action: The conformances of the action.
@attached(
  member, names: named(State), named(Action), named(Body), named(init), named(body), named(CaseScope), named(scope)
)
@attached(memberAttribute)
@attached(extension, conformances: Reducer, CaseReducer)
public macro Reducer(state: _SynthesizedConformance..., action: _SynthesizedConformance...) =
  #externalMacro(module: "ArchitectureMacros", type: "ReducerMacro")

/// A conformance that ``Reducer(state:action:)`` can write.
public struct _SynthesizedConformance: Sendable {
  /// `Codable`.
  public static let codable = Self()
  /// `Decodable`.
  public static let decodable = Self()
  /// `Encodable`.
  public static let encodable = Self()
  /// `Equatable`.
  public static let equatable = Self()
  /// `Hashable`.
  public static let hashable = Self()
  /// `Sendable`.
  public static let sendable = Self()
}

/// Marks a case of a reducer enum whose payload is data and no feature.
@attached(peer, names: named(_))
public macro ReducerCaseIgnored() = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")

/// Marks a case of a reducer enum whose state goes away with any of its actions, as an alert does.
@attached(peer, names: named(_))
public macro ReducerCaseEphemeral() = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")

/// Makes a state observable by a ``Store``.
///
/// Properties stay stored as they are written: the store itself compares what was read, so nothing is added but the conformance.
@attached(extension, conformances: ObservableState)
public macro ObservableState() = #externalMacro(module: "ArchitectureMacros", type: "ObservableStateMacro")

/// Marks a property of an observable state that is observed; every property is, so this says nothing new.
@attached(peer, names: named(_))
public macro ObservationStateTracked() = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")

/// Marks a property of an observable state that need not be observed.
@attached(peer, names: named(_))
public macro ObservationStateIgnored() = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")

/// Marks a view of a feature. There are no views here, so it does nothing.
@attached(extension)
public macro ViewAction<R: Reducer>(for: R.Type) = #externalMacro(module: "ArchitectureMacros", type: "MarkerMacro")
