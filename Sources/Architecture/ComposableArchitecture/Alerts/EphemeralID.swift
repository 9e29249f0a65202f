import Foundation
import Synchronization

/// Tells one alert or button from another that looks the same. A counter: `UUID()` would cost microseconds.
enum EphemeralID {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UUID {
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * (7 - index))) }
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7)))
  }
}
