/// Runs an operation with some dependencies changed.
///
/// - Parameters:
///   - updateValuesForOperation: Changes the dependencies.
///   - operation: What to run.
/// - Returns: What the operation returns.
/// - Throws: What either of them throws.
@discardableResult
public func withDependencies<R>(
  _ updateValuesForOperation: (inout DependencyValues) throws -> Void, operation: () throws -> R
) rethrows -> R {
  var values = DependencyValues._current
  values.isBeingSet = true
  try updateValuesForOperation(&values)
  values.isBeingSet = false
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation, and the tasks it starts, with some dependencies changed.
@discardableResult
public func withDependencies<R>(
  isolation: isolated (any Actor)? = #isolation, _ updateValuesForOperation: (inout DependencyValues) async throws -> Void,
  operation: () async throws -> R
) async rethrows -> R {
  var values = DependencyValues._current
  values.isBeingSet = true
  try await updateValuesForOperation(&values)
  values.isBeingSet = false
  return try await DependencyValues.$_current.withValue(values, operation: operation, isolation: isolation)
}

/// Runs an operation with the dependencies a model was made with, and some of them changed.
///
/// - Parameter model: Holds a `@Dependency` property, whose dependencies are taken.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model, _ updateValuesForOperation: (inout DependencyValues) throws -> Void,
  operation: () throws -> R
) rethrows -> R {
  var values = dependencies(of: model)
  values.isBeingSet = true
  try updateValuesForOperation(&values)
  values.isBeingSet = false
  return try DependencyValues.$_current.withValue(values, operation: operation)
}

/// Runs an asynchronous operation with the dependencies a model was made with, and some of them changed.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model, isolation: isolated (any Actor)? = #isolation,
  _ updateValuesForOperation: (inout DependencyValues) async throws -> Void, operation: () async throws -> R
) async rethrows -> R {
  var values = dependencies(of: model)
  values.isBeingSet = true
  try await updateValuesForOperation(&values)
  values.isBeingSet = false
  return try await DependencyValues.$_current.withValue(values, operation: operation, isolation: isolation)
}

/// Runs an operation with the dependencies a model was made with.
@discardableResult
public func withDependencies<Model: AnyObject, R>(from model: Model, operation: () throws -> R) rethrows -> R {
  try DependencyValues.$_current.withValue(dependencies(of: model), operation: operation)
}

/// Runs an asynchronous operation with the dependencies a model was made with.
@discardableResult
public func withDependencies<Model: AnyObject, R>(
  from model: Model, isolation: isolated (any Actor)? = #isolation, operation: () async throws -> R
) async rethrows -> R {
  try await DependencyValues.$_current.withValue(dependencies(of: model), operation: operation, isolation: isolation)
}

/// Changes the dependencies of the whole process; for its start.
public func prepareDependencies(_ updateValues: (inout DependencyValues) throws -> Void) rethrows {
  try DependencyValues.prepare(updateValues)
}

private func dependencies(of model: AnyObject) -> DependencyValues {
  var mirror: Mirror? = Mirror(reflecting: model)
  while let current = mirror {
    for child in current.children {
      if let holder = child.value as? any HoldsDependencies { return holder.initialValues.merging(._current) }
    }
    mirror = current.superclassMirror
  }
  return ._current
}
