import Foundation

/// Ways to measure that other work on the machine disturbs little: processor time of this process, the best of several runs.
enum Measurement {
  /// Processor time of the whole process so far, in nanoseconds.
  static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// The least processor time one repetition took, in nanoseconds.
  ///
  /// - Parameters:
  ///   - repetitions: How often `body` does the measured work each time it is called.
  ///   - runs: How often `body` is called; the best counts.
  ///   - body: Is given `repetitions`.
  static func nanoseconds(per repetitions: Int, runs: Int = 7, _ body: (Int) throws -> Void) rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = processorTime
      try body(repetitions)
      best = min(best, processorTime - start)
    }
    return best / Double(repetitions)
  }

  /// As `nanoseconds(per:runs:_:)`, for work that suspends.
  @MainActor
  static func nanoseconds(per repetitions: Int, runs: Int = 7, _ body: (Int) async throws -> Void) async rethrows -> Double {
    var best = Double.infinity
    for _ in 0..<runs {
      let start = processorTime
      try await body(repetitions)
      best = min(best, processorTime - start)
    }
    return best / Double(repetitions)
  }

  /// Bytes of memory resident in this process.
  static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}

/// Keeps the optimiser from removing work whose result nobody uses.
@inline(never)
@_optimize(none)
func keep<Value>(_ value: borrowing Value) where Value: ~Copyable {}
