import CAllocationCount
import ComposableArchitecture
import Session

extension BenchmarkSuite {
  /// A session that records: lines in, everything they lead to reduced, recorded and shown.
  static let world = BenchmarkSuite(name: "world") { report in
    let actions = 1_000_000
    for (name, line) in [("each sends the next at once", "chain(\(actions))"), ("one effect sends them", "stream(\(actions))")] {
      let time = try Measurement.nanoseconds(per: actions, runs: 3) { _ in
        let session = try QuietSession(Load.root)
        try session.perform(line)
      }
      report.add("recorded actions, \(name)", 1e9 / time, "/s", .atLeast(1_000_000))
    }

    // With a hundred rows and some children that every action changes, of which is noted what changed.
    let changes = 400_000
    let change = try Measurement.nanoseconds(per: changes, runs: 3) { _ in
      let session = try QuietSession(Bustle.root)
      try session.perform("chain(\(changes))")
    }
    let plain = Measurement.nanoseconds(per: changes, runs: 3) { _ in
      let core = StoreCore(
        initialState: Bustle.State(), reducer: Bustle(), dependencies: DependencyValues(), scheduler: nil, observer: nil)
      core.send(.chain(changes))
    }
    report.add("recorded actions that change all they can", 1e9 / change, "/s")
    report.add("noting and recording them beside running them", change / plain, "×")

    let trips = 200_000
    let trip = try Measurement.nanoseconds(per: trips, runs: 3) { trips in
      let session = try QuietSession(Load.root)
      try session.perform("roundTrips(\(trips))")
    }
    report.add("effect round trips", 1e9 / trip, "/s", .atLeast(200_000))

    let ticks = 100_000
    let ticking = try QuietSession(Load.root)
    try ticking.perform("timer")
    for _ in 0..<100 { try ticking.perform("advance \(ticks / 100)s") }
    // The first time, the run that recorded all this is still there.
    try ticking.perform("set(0)")
    var turn = 0
    let resume = try Measurement.nanoseconds(per: 1, runs: 3) { _ in
      turn += 1
      try ticking.perform("goto \(ticks)")
      // Another input each time: what was recorded there already would not run anything.
      try ticking.perform("set(\(turn))")
    }
    report.add("resume with a timer that started 100,000 entries ago", resume / 1e6, "ms", .atMost(1_000))
  }

  /// What a recorded action costs in memory, with a thousand rows in the state. Counted where it is allocated, for the process may have
  /// memory left over from what ran before.
  static let memory = BenchmarkSuite(name: "memory") { report in
    let actions = 400_000
    let derived = try QuietSession(ThousandRows.root)
    try derived.perform("set memory 4M")
    let before = allocated_bytes()
    try derived.perform("changeAll(times: \(actions))")
    report.add(
      "a recorded action of an effect, its own 8 bytes left out",
      Double(allocated_bytes() - before) / Double(actions) - 8, "B", .atMost(200))

    let typed = 200_000
    let session = try QuietSession(ThousandRows.root)
    try session.perform("set memory 4M")
    let start = allocated_bytes()
    for number in 0..<typed { try session.perform("change(\(number % 1_000))") }
    report.add(
      "a recorded action that was typed, its own 8 bytes left out",
      Double(allocated_bytes() - start) / Double(typed) - 8, "B", .atMost(200))
  }
}
