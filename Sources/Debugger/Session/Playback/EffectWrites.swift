import Sharing

/// What an effect wrote to shared values between two entries.
final class EffectWrites: @unchecked Sendable {
  /// The values, each with what was written.
  let writes: [(write: SharedWrite, value: Any)]
  /// How it is written in the log, once that was asked.
  var text: String?

  /// - Parameter writes: The first write to each value, which has by now what was written.
  init(_ writes: [SharedWrite]) { self.writes = writes.map { ($0, $0.current) } }

  /// Writes the same again, where it is not there already.
  func apply() {
    for (write, value) in writes where write.isDifferent(from: value) { write.overwrite(value) }
  }
}
