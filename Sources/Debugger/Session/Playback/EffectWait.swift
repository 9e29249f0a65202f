extension EffectStatus {
  /// Notes what it waits for.
  mutating func wait(for wait: EffectWait) {
    waitsFor = wait.text
    waitsOutside = wait == .outside
    if case .clock(let until) = wait { deadline = until } else { deadline = nil }
  }
}

/// What an effect in flight waits for, where the session knows it.
enum EffectWait: Hashable, Sendable {
  /// Virtual time, until a moment.
  case clock(until: Duration)
  /// The answer to a call of the outside world: `numberFact.fetch(5)`.
  case call(String)
  /// Something the session cannot see.
  case outside

  /// Where `effects` says it; `nil` when there is nothing to say.
  var text: String? {
    switch self {
    case .clock(let deadline): "the clock at " + DurationText.text(of: deadline)
    case .call(let call): call
    case .outside: nil
    }
  }
}
