/// A named group of figures that are measured together.
struct BenchmarkSuite {
  /// Lower case, one or two words: what is typed to choose it.
  let name: String
  /// Measures and adds to the report.
  let run: @MainActor (inout BenchmarkReport) async throws -> Void
}
