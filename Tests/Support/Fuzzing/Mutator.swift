import SeededRandomness

/// Makes new inputs from known ones; one seed decides all of them.
public struct Mutator {
  private var random: SeededGenerator
  /// The inputs that led to something new, oldest first.
  public private(set) var population: [[UInt8]]
  private var seen: Set<String> = []
  private static let populationLimit = 4_000

  /// - Parameters:
  ///   - seed: What decides everything.
  ///   - corpus: What to begin with; the words in it are put into other inputs.
  public init(seed: UInt64, corpus: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    population = corpus.isEmpty ? [[]] : corpus
    var seenWords: Set<[UInt8]> = []
    for input in corpus {
      for word in input.split(whereSeparator: { !Self.isWordPart($0) }) where word.count < 64 {
        if seenWords.insert(Array(word)).inserted { words.append(Array(word)) }
      }
    }
  }

  private var words: [[UInt8]] = []

  private static func isWordPart(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte & 0xDF) || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// The word around a place; empty where there is none.
  private func word(at place: Int, in bytes: [UInt8]) -> Range<Int> {
    var (lower, upper) = (place, place)
    while lower > 0, Self.isWordPart(bytes[lower - 1]) { lower -= 1 }
    while upper < bytes.count, Self.isWordPart(bytes[upper]) { upper += 1 }
    return lower..<upper
  }

  /// An input to change: as often as not one of the newest, which led somewhere.
  private mutating func parent() -> [UInt8] {
    let count = population.count
    let newest = max(1, count / 8)
    return population[below(2) == 0 ? count - newest + below(newest) : below(count)]
  }

  /// Keeps an input whose outcome had not been seen.
  public mutating func note(_ outcome: String, of input: [UInt8]) {
    guard seen.count < 100_000, input.count < 4_096, seen.insert(outcome).inserted else { return }
    if population.count < Self.populationLimit { population.append(input) } else { population[below(population.count)] = input }
  }

  /// How many different outcomes there were.
  public var outcomeCount: Int { seen.count }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }

  /// Pieces that mean something to one of the readers.
  private static let tokens: [[UInt8]] = [
    "(", ")", "[", "]", ".", ",", ":", "=", "==", "&&", "||", "!", "#", "$", "_", "-", "+", "\"", "\"\"\"", "\\", "\\u{", "}",
    "`", "nil",
    "true", "now", "push ", "pop ", "binding ", " is ", " contains ", "...", "..<", "0x", "e9", ".some(", ".none", "last",
    "first",
    "id: ", "action: ", "#0", "#9223372036854775807", "9223372036854775807", "-9223372036854775808", "1e400", "1.5s", "1h",
    "UUID(", "Date(", "Data(", "path", "destination", "standupsList", "standups", ".detail", "row", "한글", "👨‍👩‍👧", "\u{202E}",
    "\u{0}",
    "\n", "\r", "\n  > ", "\n  ~ ", "\nend\n", "hindsight 1\n", "feature counter\n", "seed ", "date 2024-01-01T00:00:00Z\n",
    "advance ", "answer e1 ", "set ", "\u{301}", "\u{FEFF}", "text", "list", "record", "next", "\\.", "init", "count", "rows",
  ].map { Array($0.utf8) }

  /// The next input.
  public mutating func input() -> [UInt8] {
    var bytes = parent()
    // Mostly one change or two: after many, hardly anything is left to be read.
    for _ in 0...below(1 + below(6)) {
      let place = below(bytes.count + 1)
      switch below(14) {
      case 0 where !bytes.isEmpty: bytes.remove(at: place % bytes.count)
      case 1 where !bytes.isEmpty: bytes[place % bytes.count] = UInt8(truncatingIfNeeded: random.next())
      case 2 where !bytes.isEmpty: bytes[place % bytes.count] ^= 1 << UInt8(below(8))
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + below(16)))
      case 4:
        let end = min(bytes.count, place + 1 + below(24))
        bytes.insert(contentsOf: bytes[min(place, end)..<end], at: place)
      case 5:
        let other = population[below(population.count)]
        let start = below(other.count + 1)
        bytes.replaceSubrange(place..., with: other[start...])
      case 6 where below(200) == 0 && !bytes.isEmpty:
        // Long ones: everything must stay linear.
        let end = min(bytes.count, place + 1 + below(8))
        let piece = Array(bytes[min(place, end)..<end])
        guard !piece.isEmpty else { continue }
        let count = min(1_000_000 / piece.count, 1 << below(21))
        bytes.insert(contentsOf: (0..<count).lazy.flatMap { _ in piece }, at: place)
      case 7 where !words.isEmpty, 8 where !words.isEmpty:
        bytes.replaceSubrange(word(at: place, in: bytes), with: words[below(words.count)])
      case 9:
        // A value in place of another: what stands between two separators.
        let other = parent()
        let start = below(other.count + 1)
        let end = other[start...].firstIndex { ",)] ".utf8.contains($0) } ?? other.count
        let upper = bytes[place...].firstIndex { ",)] ".utf8.contains($0) } ?? bytes.count
        bytes.replaceSubrange(place..<upper, with: other[start..<end])
      default: bytes.insert(contentsOf: Self.tokens[below(Self.tokens.count)], at: place)
      }
    }
    return bytes
  }
}
