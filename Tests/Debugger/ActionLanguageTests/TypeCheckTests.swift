import Testing

@testable import ActionLanguage

/// Paths and conditions are checked by type, also where the state has nothing to look into.
@Suite struct TypeCheckTests {
  /// Nothing is there: each list is empty, each optional nil.
  struct Library: Sendable {
    enum Screen: Sendable {
      case book(Book)
      case shelf(named: String)
      case closed
    }
    struct Book: Sendable {
      var title = ""
      var pages: Int?
      var standup: Standup?
    }
    struct Opaque {}
    var books: [Book] = []
    var byName: [String: Book] = [:]
    var screen: Screen = .closed
    var chosen: Book?
    var rating: Double = 0
    var tags: Set<String> = []
    var opaque = Opaque()
    var isOpen = false
    nonisolated(unsafe) var anything: Any = 3
  }

  @Test(arguments: [
    ("books[0].titl", "title", 9..<13), ("books.last.pagse", "pages", 11..<16), ("byName[\"x\"].titel", "title", 12..<17),
    ("chosen.titl", "title", 7..<11), ("screen.bok", "book", 7..<10), ("screen.book.titl", "title", 12..<16),
    ("screen.titl", "title", 7..<11), ("boks", "books", 0..<4), ("books.cuont", "count", 6..<11),
    ("chosen.standup.attendees[first].nmae", "name", 32..<36),
  ])
  func aMisspeltNameIsToldWhereNothingIsThere(_ path: String, _ nearest: String, _ place: Range<Int>) throws {
    let error = #expect(throws: ActionLanguageError.self) { try StatePath(path).check(in: Library.self) }
    #expect(error?.kind == .unknownName)
    #expect(error?.nearest == nearest)
    #expect(error?.range == place)
    // The name of the condition is the same wherever it stands in it.
    let condition = #expect(throws: ActionLanguageError.self) {
      try Predicate("isOpen && (rating > 1 || !(\(path) != nil))").check(in: Library.self)
    }
    #expect(condition?.nearest == nearest)
    #expect(condition?.range == place.lowerBound + 27..<place.upperBound + 27)
    try StatePath(path.replacing(path.utf8.count == 4 ? path : String(path.split(separator: ".").last ?? ""), with: nearest))
      .check(in: Library.self)
  }

  @Test(arguments: [
    "books[0].title", "books[first].pages", "books.count", "byName[\"x\"].standup.title", "screen.book.title", "screen.title",
    "screen.shelf.named", "screen.closed", "chosen.pages", "tags.count", "anything.whatever[3].goes", "state.books", "",
    "chosen.title.count",
  ])
  func aPathToWhatMayBeThereIsRight(_ path: String) throws {
    try StatePath(path).check(in: Library.self)
  }

  @Test(arguments: [
    ("books[0].pages == \"x\"", "expected Int, found a String"), ("\"x\" == books[0].pages", "expected Int, found a String"),
    ("chosen.pages > books[0].title", "Int does not compare with String"),
    ("chosen.title > 3", "expected String, found the number 3"),
    ("chosen.title", "a condition is a Bool; this is String"), ("chosen.pages && isOpen", "a condition is a Bool; this is Int"),
    ("books > 3", "[TypeCheckTests.Library.Book] does not compare with the number 3; its count may"),
    (
      "opaque < opaque", "TypeCheckTests.Library.Opaque has no order, so < does not compare it with TypeCheckTests.Library.Opaque"
    ),
    ("chosen.standup.theme is .pink", "Theme has no case \"pink\""),
    ("chosen.pages is .some", "Int has no cases, so it is never .some"),
    ("chosen.pages contains 3", "Int does not contain the number 3: it has no elements"),
    ("chosen.title contains 3", "expected String, found the number 3"),
    ("tags contains rating", "Set<String> contains String, and this is Double"),
    ("chosen.pages > nil", "nil has no order"), ("3 == 4", "one side must be a path into the state"),
    ("books[\"a\"].title == \"x\"", "the elements have positions only"),
    ("byName[3].title == \"x\"", "expected String, found the number 3"), ("rating.x > 3", "Double has no property \"x\""),
  ])
  func whatDoesNotCompareIsToldWithBothTypes(_ condition: String, _ message: String) throws {
    let error = #expect(throws: ActionLanguageError.self) { try Predicate(condition).check(in: Library.self) }
    #expect(error?.message == message)
    // Behind what decides alone it is the same.
    for whole in ["isOpen && \(condition)", "!isOpen || \(condition)"] {
      let error = #expect(throws: ActionLanguageError.self) { try Predicate(whole).check(in: Library.self) }
      #expect(error?.message == message || condition.contains("&&"))
    }
  }

  @Test(arguments: [
    "books[0].pages == 3", "books[0].pages > 2", "rating > chosen.pages", "chosen.standup.theme is .indigo", "screen is .book",
    "screen is .shelf && !isOpen", "byName contains \"a\"", "tags contains chosen.title", "anything == 3", "anything > \"x\"",
    "anything.x is .y", "chosen == nil", "screen is nil", "chosen.standup.duration > 1m", "chosen.title contains \"x\"",
    "chosen.standup.id == UUID(3)", "isOpen", "!(chosen.title > \"a\")",
  ])
  func whatComparesIsRight(_ condition: String) throws {
    try Predicate(condition).check(in: Library.self)
  }

  // MARK: What is absent

  @Test(arguments: [
    // The whole is false and could not be told, whatever is made of the absent part.
    ("books[0].title != \"q\"", false, true), ("!(books[0].title > \"a\")", false, true),
    ("!(books[0].title == \"q\")", false, true),
    ("!(screen is .book) && books[0].title != \"q\"", false, true), ("books[0].title contains \"x\"", false, true),
    ("!(chosen.title contains \"x\")", false, true), ("rating != chosen.pages", false, true),
    // Beside it what decides alone decides.
    ("isOpen && books[0].title != \"q\"", false, false), ("books[0].title != \"q\" && isOpen", false, false),
    ("rating == 0 || books[0].title != \"q\"", true, false), ("books[0].title != \"q\" || rating == 0", true, false),
    ("isOpen || books[0].title != \"q\"", false, true),
    // An optional is compared with nil, and one that is reached with anything.
    ("books[0].title == nil", true, false), ("books[0].title != nil", false, false), ("chosen == nil", true, false),
    ("!(chosen is .some)", true, false), ("chosen is nil", true, false),
  ])
  func whatIsAbsentMakesTheWholeFalse(_ condition: String, _ holds: Bool, _ metNothing: Bool) throws {
    var state = Library()
    if condition.contains(".some") { state.chosen = nil }
    let result = try Predicate(condition).examine(in: state)
    #expect(result.holds == holds)
    #expect(result.metNothing == metNothing)
  }

  @Test(arguments: [
    ("tab1.fact != \"x\"", true, false), ("tab1.fact == \"x\"", false, false), ("!(tab1.fact == \"x\")", true, false),
    ("tab1.fact > \"a\"", false, true), ("\"a\" < tab1.fact", false, true), ("!(tab1.fact > \"a\")", false, true),
    ("tab1.fact contains \"a\"", false, true), ("tab1.fact == tab2.fact", true, false), ("tab1.fact < tab2.fact", false, true),
  ])
  func anOptionalThatIsNilIsUnequalAsInSwift(_ condition: String, _ holds: Bool, _ metNothing: Bool) throws {
    let result = try Predicate(condition).examine(in: Tabs.State())
    #expect(result.holds == holds)
    #expect(result.metNothing == metNothing)
    // What is asked of many states says the same.
    if let test = try Predicate(condition).test(for: Tabs.State.self) { #expect(test(Tabs.State()) == holds) }
  }

  @Test func aNegatedPathBeforeAComparisonIsToldApart() throws {
    let error = #expect(throws: ActionLanguageError.self) { try Predicate("isOpen && !rating > 3") }
    #expect(error?.message == "\"!\" binds to rating alone, before \">\" compares")
    #expect(error?.example == "isOpen && !(rating > 3)")
    #expect(error?.range == 10..<11)
  }

  @Test(arguments: ["count contains", "count contains ", "count is", "count >"])
  func anOperatorAtTheEndNeedsItsRightSide(_ text: String) throws {
    let error = #expect(throws: ActionLanguageError.self) { try Predicate(text) }
    #expect(error?.message == "a value is missing here")
    let path = #expect(throws: ActionLanguageError.self) { try StatePath(text) }
    #expect(path?.message == "a value is missing here")
  }
}
