import Dependencies
import Sharing

/// Runs a test with shared storage of its own.
func withSharedWorld<Output>(_ operation: () throws -> Output) rethrows -> Output {
  try withDependencies {
    $0.isolateSharedStorage()
  } operation: {
    try operation()
  }
}

func withSharedWorld<Output>(
  isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Output
) async rethrows -> Output {
  try await withDependencies {
    $0.isolateSharedStorage()
  } operation: {
    try await operation()
  }
}
