import ConcurrencyExtras
import Testing

struct AnyHashableSendableTests {
  private enum CancelID: Hashable { case timer, request(Int) }

  @Test func equalityIsThatOfTheValue() {
    #expect(AnyHashableSendable(1) == AnyHashableSendable(1))
    #expect(AnyHashableSendable(1) != AnyHashableSendable("1"))
    #expect(AnyHashableSendable(CancelID.request(1)) == AnyHashableSendable(CancelID.request(1)))
    #expect(AnyHashableSendable(CancelID.request(1)) != AnyHashableSendable(CancelID.request(2)))
    #expect(AnyHashableSendable(CancelID.timer).hashValue == AnyHashableSendable(CancelID.timer).hashValue)
  }

  @Test func wrappingTwiceIsWrappingOnce() {
    let once = AnyHashableSendable("a")
    #expect(AnyHashableSendable(once).base is String)
    #expect(AnyHashable(once) == AnyHashable("a"))
    #expect(AnyHashable("a") == AnyHashable(once))
  }

  @Test func literalsAndText() {
    let values: [AnyHashableSendable] = [1, 2.5, "three", true]
    #expect(values.map(\.description) == ["1", "2.5", "three", "true"])
    #expect(String(reflecting: AnyHashableSendable("a")) == #"AnyHashableSendable("a")"#)
    #expect([1: "one"] as [AnyHashableSendable: String] == [AnyHashableSendable(1): "one"])
  }
}
