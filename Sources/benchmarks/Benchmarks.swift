import Foundation

/// The program that measures: `swift run -c release benchmarks [WORD...]` runs every suite whose name contains one of the words, or all.
///
/// It ends with 1 when a figure misses its bound, and refuses to measure a debug build.
@main
struct Benchmarks {
  static let suites: [BenchmarkSuite] = [
    .reducers,
    .stores,
    .effects,
    .rows,
    .language,
    .page,
    .world,
    .memory,
    .timeline,
    .who,
    .keyframes,
    .branches,
    .trace,
    .sessions,
    .start,
  ]

  static func main() async {
    guard !isDebugBuild else {
      FileHandle.standardError.write(Data("benchmarks: this is a debug build; use swift run -c release benchmarks\n".utf8))
      exit(2)
    }
    let words = CommandLine.arguments.dropFirst().map { $0.lowercased() }
    let chosen = suites.filter { suite in words.isEmpty || words.contains { suite.name.contains($0) } }
    guard !chosen.isEmpty else {
      let names = suites.map(\.name).joined(separator: ", ")
      FileHandle.standardError.write(Data("benchmarks: no suite is named like that; there are \(names)\n".utf8))
      exit(2)
    }
    var report = BenchmarkReport()
    for suite in chosen {
      report.begin(suite.name)
      do {
        try await suite.run(&report)
      } catch {
        report.fail(suite.name, "\(error)")
      }
    }
    report.end()
    exit(report.missed.isEmpty ? 0 : 1)
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
