import Foundation
import Session

extension BenchmarkSuite {
  /// Whole commands in a log of a million entries.
  static let timeline = BenchmarkSuite(name: "timeline") { report in
    let entries = 1_000_000
    for (name, lines) in [
      ("one input", ["chain(\(entries - 1))"]),
      ("1,000 inputs", [String](repeating: "chain(1000)", count: entries / 1_000)),
    ] {
      let session = try QuietSession(Load.root)
      // Something for `who` to find far back would be found by looking far back: this is the newest change.
      for line in lines { try session.perform(line) }
      var seed: UInt64 = 1
      var places: [Int] = []
      for _ in 0..<40 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        places.append(Int(seed >> 33) % entries + 1)
      }
      func worst(_ prepare: (Int) throws -> Void, _ line: (Int) -> String) throws -> Double {
        var worst = 0.0
        for place in places {
          try prepare(place)
          let start = Measurement.processorTime
          try session.perform(line(place))
          worst = max(worst, Measurement.processorTime - start)
        }
        return worst / 1e6
      }
      report.add("goto, \(name), worst of 40", try worst({ _ in }, { "goto \($0)" }), "ms", .atMost(10))
      report.add(
        "goto and print, worst of 40", try worst({ try session.perform("goto \($0)") }, { _ in "print count" }), "ms", .atMost(10)
      )
      report.add("back, worst of 40", try worst({ try session.perform("goto \($0)") }, { _ in "back" }), "ms", .atMost(10))
      report.add("who, worst of 40", try worst({ try session.perform("goto \($0)") }, { _ in "who count" }), "ms", .atMost(10))
      report.add("log tail 20, worst of 40", try worst({ _ in }, { _ in "log tail 20" }), "ms", .atMost(10))
      report.add(
        "log around here, worst of 40", try worst({ try session.perform("goto \($0)") }, { _ in "log" }), "ms", .atMost(10))
      try session.perform("goto end")
      let find = try Measurement.nanoseconds(per: entries, runs: 3) { _ in try session.perform("find count == 5") }
      report.add("find with a condition on one field", 1e9 / find, "entries/s", .atLeast(1_000_000))
      let bisect = try Measurement.nanoseconds(per: 1, runs: 3) { _ in
        try session.perform("bisect --monotone count > \(entries / 3)")
      }
      report.add("bisect --monotone", bisect / 1e6, "ms", .atMost(200))
    }
  }

  /// Many branches: each costs what its entries cost, and dropping them gives it back.
  static let branches = BenchmarkSuite(name: "branches") { report in
    let count = 10_000
    func cost(branching: Bool) throws -> (bytes: Double, time: Double, session: QuietSession) {
      let session = try QuietSession(Load.root)
      let start = (Measurement.residentBytes, Measurement.processorTime)
      for number in 1...count {
        if branching { try session.perform("goto start") }
        try session.perform("set(\(number))")
        for _ in 0..<9 { try session.perform("increment") }
      }
      return (
        Double(Measurement.residentBytes - start.0) / Double(count * 10),
        (Measurement.processorTime - start.1) / Double(count * 10), session
      )
    }
    _ = try cost(branching: false)
    let straight = try cost(branching: false)
    let branched = try cost(branching: true)
    report.add("an entry without branches", straight.bytes, "B")
    report.add("an entry of 10,000 branches", branched.bytes, "B", .atMost(straight.bytes * 1.25))
    report.add("an input with 10,000 branches beside one without", branched.time / straight.time, "×", .atMost(1.5))
    let session = branched.session
    let tree = try Measurement.nanoseconds(per: 1, runs: 3) { _ in try session.perform("branches") }
    report.add("branches", tree / 1e6, "ms", .atMost(100))
    var number = 0
    let drop = try Measurement.nanoseconds(per: 1_000, runs: 3) { _ in
      for _ in 0..<1_000 {
        number += 1
        try session.perform("drop \(number * 10)")
      }
    }
    report.add("drop one of 10,000 branches", drop / 1e3, "µs", .atMost(1_000))
  }
}
