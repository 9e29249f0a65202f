import CAllocationCount
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

  /// Looking back for the last change of a value, however a log of a million entries came about and wherever the change is.
  static let who = BenchmarkSuite(name: "who") { report in
    let entries = 1_000_000
    for (root, paths, name, lines) in [
      (Shapes.root, Shapes.paths, "a chain of effects", ["chain(\(entries))"]),
      (Shapes.root, Shapes.paths, "one effect that sends all", ["stream(\(entries - 1))"]),
      (
        Shapes.root, Shapes.paths, "a timer over 10,000 inputs",
        ["timer"] + [String](repeating: "advance 100s", count: entries / 100)
      ),
      (Shapes.root, Shapes.paths, "1,000,000 inputs", [String](repeating: "increment", count: entries)),
      (Bustle.root, Bustle.paths, "a chain that changes all it can", ["chain(\(entries))"]),
      (Bustle.root, Bustle.paths, "1,000 inputs that do", [String](repeating: "chain(1000)", count: entries / 1_000)),
    ] {
      let session = try QuietSession(root)
      for line in lines { try session.perform(line) }
      for path in paths {
        var worst = 0.0
        for place in [entries, entries - 1, entries / 2 + 300, entries / 3, 5_000] {
          try session.perform("goto \(place)")
          let start = Measurement.processorTime
          try session.perform("who \(path)")
          worst = max(worst, Measurement.processorTime - start)
        }
        report.add("who \(path), \(name), worst of 5", worst / 1e6, "ms", .atMost(10))
      }
      try session.perform("goto end")
      let why = try Measurement.nanoseconds(per: 1, runs: 3) { _ in try session.perform("why") }
      report.add("why, \(name)", why / 1e6, "ms", .atMost(10))
    }
  }

  /// Large states: what is kept of them stays within what `set memory` allows, and going anywhere stays quick.
  static let keyframes = BenchmarkSuite(name: "keyframes") { report in
    let entries = 1_000_000
    let budget = 8.0
    let session = try QuietSession(ThousandRows.root)
    try session.perform("set memory \(Int(budget))M")
    let before = allocated_bytes()
    try session.perform("changeAll(times: \(entries))")
    func kept() throws -> Double {
      let text = try session.output(of: "info memory")
      guard let start = text.firstRange(of: "about "), let end = text.firstRange(of: " of 8M allowed") else {
        throw QuietSession.Refused(description: "info memory says: \(text)")
      }
      let figure = text[start.upperBound..<end.lowerBound]
      guard let number = Double(figure.filter { $0.isNumber || $0 == "." }) else {
        throw QuietSession.Refused(description: "info memory says: \(text)")
      }
      return figure.hasSuffix("M") ? number : figure.hasSuffix("K") ? number / 1024 : number / 1_048_576
    }
    report.add("kept states of 1,000 rows after 1,000,000 entries, set memory 8M", try kept(), "MB", .atMost(budget))
    report.add(
      "all that an entry of them takes, its own 8 bytes left out",
      Double(allocated_bytes() - before) / Double(entries + 1) - 8, "B", .atMost(200))
    var seed: UInt64 = 1
    var worst = 0.0
    for _ in 0..<40 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let place = Int(seed >> 33) % entries + 1
      let start = Measurement.processorTime
      try session.perform("goto \(place)")
      try session.perform("print rows[id: 7].title")
      worst = max(worst, Measurement.processorTime - start)
    }
    report.add("goto and print with 8M, worst of 40", worst / 1e6, "ms", .atMost(10))
    report.add("kept states after that", try kept(), "MB", .atMost(budget))
  }

  /// Many branches: each costs what its entries cost, and dropping them gives it back.
  static let branches = BenchmarkSuite(name: "branches") { report in
    let count = 10_000
    func cost(branching: Bool) throws -> (bytes: Double, time: Double, session: QuietSession) {
      let session = try QuietSession(Load.root)
      let start = (allocated_bytes(), Measurement.processorTime)
      for number in 1...count {
        if branching { try session.perform("goto start") }
        try session.perform("set(\(number))")
        for _ in 0..<9 { try session.perform("increment") }
      }
      return (
        Double(allocated_bytes() - start.0) / Double(count * 10),
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
