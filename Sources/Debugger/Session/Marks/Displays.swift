import ActionLanguage

/// The paths that are shown after each step.
struct Displays {
  struct Display {
    let number: Int
    let path: StatePath
  }

  private(set) var all: [Display] = []
  private var nextNumber = 1

  mutating func add(_ path: StatePath) -> Display {
    if let known = all.first(where: { $0.path.description == path.description }) { return known }
    let display = Display(number: nextNumber, path: path)
    nextNumber += 1
    all.append(display)
    return display
  }

  /// Takes a display as it was in another process.
  mutating func restore(_ display: Display) {
    all.append(display)
    nextNumber = max(nextNumber, display.number + 1)
  }

  mutating func remove(_ number: Int) { all.removeAll { $0.number == number } }
  mutating func removeAll() { all = [] }
}
