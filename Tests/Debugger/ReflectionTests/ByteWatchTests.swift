import Reflection
import Testing

@Suite struct ByteWatchTests {
  private struct Value {
    var number: Int32 = 7
    var flag = false
    var list = [1, 2, 3]
    var text = "short"
    var last: UInt8 = 0
  }

  /// The properties of which a byte is marked.
  private func changed(_ watch: ByteWatch) -> Set<String> {
    let marks = watch.marks
    func isMarked(_ byte: Int) -> Bool { marks[byte / 64] >> UInt64(byte % 64) & 1 == 1 }
    var names: Set<String> = []
    for field in TypeShape.of(Value.self).fields {
      let bytes = field.offset..<field.offset + TypeShape.of(field.type).size
      if bytes.contains(where: isMarked) { names.insert(field.name) }
    }
    return names
  }

  @Test func whatNeverChangesIsNotMarked() {
    var value = Value()
    let watch = ByteWatch(value)
    watch.look(at: value)
    #expect(changed(watch) == [])
    value.number += 1
    watch.look(at: value)
    #expect(changed(watch) == ["number"])
  }

  @Test func whatChangesBackIsMarked() {
    var value = Value()
    let watch = ByteWatch(value)
    value.flag = true
    watch.look(at: value)
    value.flag = false
    watch.look(at: value)
    #expect(changed(watch) == ["flag"])
  }

  @Test func whatIsChangedInPlaceIsMarkedThoughItIsElsewhere() {
    var value = Value()
    let watch = ByteWatch(value)
    value.list[1] = 9
    value.list[1] = 2
    watch.look(at: value)
    #expect(changed(watch) == ["list"])
  }

  @Test func theLastBytesCountToo() {
    var value = Value()
    let watch = ByteWatch(value)
    #expect(MemoryLayout<Value>.size % 8 != 0, "the value has bytes behind the last whole word")
    value.last = 200
    watch.look(at: value)
    #expect(changed(watch) == ["last"])
  }

  @Test func aValueWithoutBytesHasNothingToMark() {
    let watch = ByteWatch(())
    watch.look(at: ())
    #expect(watch.marks == [0])
  }
}
