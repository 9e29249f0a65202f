import Reflection
import Testing

@Suite struct ArrayWatchTests {
  private struct Row {
    var id: Int
    var title = "a title that is too long for the string itself"
    var tags = [1, 2]
  }
  private enum Place {
    case rows([Row])
    case flags([Bool])
    case nothing
  }
  private struct Value {
    var number = 0
    var rows = [Row(id: 1), Row(id: 2), Row(id: 3)]
    var place = Place.flags([true, false])
    var maybe: [UInt8]? = [1, 2, 3]
  }

  /// The array of a property of `Value`.
  private func array(_ name: String, case found: Int? = nil) throws -> WatchedArray {
    let field = try #require(TypeShape.of(Value.self).field(named: name))
    let way = found.map { CaseWay().through($0, atOffset: field.offset) } ?? CaseWay()
    return WatchedArray(try #require(ArrayPlaces.of(Value.self).link(atOffset: field.offset, way)), in: nil)
  }

  /// The words of an element of which a bit is marked: of `Row`, 0 is the id, 1 and 2 the title, 3 the tags.
  private func words(_ watch: ByteWatch, _ array: WatchedArray, of element: Int) -> [Int] {
    (0..<4).filter { word in
      (0..<2).contains { watch.changedParts.contains(array.group(2 * (element * 4 + word) + $0)) }
    }
  }

  @Test func onlyTheWordsThatChangeAreMarked() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let rows = try array("rows")
    value.number = 1
    watch.look(at: value)
    #expect(watch.changedParts == [])
    value.rows[1].id = 7
    watch.look(at: value)
    #expect(watch.changedParts == [rows.group(9)], "2 and 7 differ in the lowest three bits")
    value.rows[1].id = 2
    value.rows[2].title = "x"
    watch.look(at: value)
    #expect((0..<3).map { words(watch, rows, of: $0) } == [[], [0], [1, 2]])
    #expect(!watch.changedParts.contains(rows.count))
  }

  @Test func bitsThatNoAddressHasAreMarkedByThemselves() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let rows = try array("rows")
    value.rows[0].id ^= 1 << 60
    watch.look(at: value)
    #expect(watch.changedParts == [rows.group(1)])
    value.rows[0].id ^= 1 << 50
    watch.look(at: value)
    #expect(watch.changedParts == [rows.group(1), rows.group(0)])
    #expect([0, 1, 7, 8].map { WatchedArray.groups(ofByte: $0) } == [[0, 1], [0], [1], [2, 3]])
    #expect([7, 8, 9].map { WatchedArray.groups(ofByte: 16, bits: $0) } == [[5], [4], [4, 5]])
  }

  @Test func whatIsChangedInPlaceAndBackIsMarked() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let rows = try array("rows")
    value.rows[0].id = 5
    watch.look(at: value)
    // From here on the storage is the value's own, and stays where it is.
    value.rows[2].id = 9
    watch.look(at: value)
    value.rows[2].id = 3
    watch.look(at: value)
    #expect((0..<3).map { words(watch, rows, of: $0) } == [[0], [], [0]])
  }

  @Test func elementsThatComeAndGoAreMarkedWhole() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let rows = try array("rows")
    let last = value.rows.removeLast()
    watch.look(at: value)
    value.rows.append(last)
    watch.look(at: value)
    #expect((0..<3).map { words(watch, rows, of: $0) } == [[], [], [0, 1, 2, 3]])
    #expect(watch.changedParts.contains(rows.count))
    #expect((0..<4).map { watch.changedParts.contains(rows.presence(of: $0)) } == [false, false, true, false])
  }

  @Test func arraysInElementsAreFollowed() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let rows = try array("rows")
    let offset = try #require(TypeShape.of(Row.self).field(named: "tags")).offset
    let link = try #require(ArrayPlaces.of(Row.self).link(atOffset: offset, CaseWay()))
    let tags = (0..<3).map { WatchedArray(link, in: (rows, $0)) }
    value.rows[1].tags[0] = 9
    watch.look(at: value)
    value.rows[1].tags[0] = 1
    watch.look(at: value)
    #expect((0..<3).map { words(watch, rows, of: $0) } == [[], [3], []])
    #expect(
      tags.map { tags in (0..<2).map { watch.changedParts.contains(tags.group(2 * $0)) } } == [
        [false, false], [true, false], [false, false],
      ])
  }

  @Test func anArrayThatComesWithItsCaseIsLost() throws {
    var value = Value()
    let watch = ByteWatch(value)
    let flags = try array("place", case: 1)
    value.place = .flags([true, true])
    watch.look(at: value)
    #expect(watch.changedParts == [flags.group(0)])
    value.place = .nothing
    watch.look(at: value)
    value.place = .flags([true, true])
    watch.look(at: value)
    #expect(watch.changedParts == [flags.group(0), flags.everything])
    value.maybe = nil
    watch.look(at: value)
    #expect(watch.changedParts.contains(try array("maybe", case: 0).everything))
  }

  @Test func whatStandsBetweenValuesDoesNotCount() throws {
    struct Gaps {
      var flag = false
      var number = 0
      var maybe: UInt16?
    }
    enum Choice { case gaps(Gaps), number(Int) }
    struct Holder { var list = [Choice.gaps(Gaps()), .number(1)] }
    var value = Holder()
    let watch = ByteWatch(value)
    let array = WatchedArray(try #require(ArrayPlaces.of(Holder.self).link(atOffset: 0, CaseWay())), in: nil)
    value.list[1] = .number(9)
    watch.look(at: value)
    let marked = watch.changedParts.count
    value.list.withUnsafeMutableBytes { bytes in
      // Bytes behind the flag: those of a number in the other case, so they count; those behind the last are nobody's.
      let stride = MemoryLayout<Choice>.stride
      for byte in MemoryLayout<Choice>.size..<stride { bytes[byte] ^= 0xFF }
    }
    watch.look(at: value)
    #expect(MemoryLayout<Choice>.size % 8 != 0 && watch.changedParts.count == marked)
    value.list[0] = .gaps(Gaps(maybe: 3))
    watch.look(at: value)
    #expect(watch.changedParts.contains { key in WatchedArray.groups(ofByte: 16).contains { array.group($0) == key } })
  }

  @Test func whatIsTooLongToBeComparedIsLost() throws {
    struct Long { var numbers = [Int](repeating: 0, count: ByteWatch.comparedBytes / 8 + 1) }
    var value = Long()
    let watch = ByteWatch(value)
    watch.look(at: value)
    #expect(watch.changedParts == [])
    value.numbers[3] = 1
    watch.look(at: value)
    let array = WatchedArray(try #require(ArrayPlaces.of(Long.self).link(atOffset: 0, CaseWay())), in: nil)
    #expect(watch.changedParts == [array.everything])
  }

  @Test func theBitsOfACaseAreThoseThatTellIt() {
    enum Two { case one(Int), other(Int) }
    enum Texts { case one(String, Int), other(String, Int), neither }
    enum Lists { case one(Int, [Int]), other(Int, [Int]) }
    enum Plain { case one, other, third }
    func bytes(_ type: Any.Type) -> [Int] { TypeShape.of(type).caseBits.map(\.byte) }
    #expect(bytes(Two.self) == [8])
    #expect(bytes(Int?.self) == Array(0..<9))
    #expect(bytes(Plain.self) == [0])
    #expect(bytes(Int.self) == [])
    // A string keeps bits that another enum may use in its second word; the number stands behind it.
    #expect(!bytes(Texts.self).isEmpty && !bytes(Texts.self).contains { (16..<24).contains($0) }, "\(bytes(Texts.self))")
    // Behind the number, an array has bits that no address has.
    #expect(TypeShape.of(Lists.self).caseBits.allSatisfy { ($0.byte == 8 && $0.bits & ~7 == 0) || $0.byte == 15 })
  }
}
