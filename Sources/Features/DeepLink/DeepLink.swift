import ComposableArchitecture
import Foundation

/// Where a URL leads.
///
///     hindsight://books                          the library
///     hindsight://books/2                        a book
///     hindsight://books/2/reviews                its reviews
///     hindsight://books/2/reviews/new?text=…     its reviews, with the form to write one
///     hindsight://search?query=…                 the library, with the search
///
/// `https://hindsight.example/…`, the universal link, leads to the same places.
enum DeepLink: Equatable {
  case book(id: Book.ID)
  case library
  case newReview(id: Book.ID, text: String)
  case reviews(id: Book.ID)
  case search(query: String)

  /// Why a URL leads nowhere.
  enum Refusal: Error, Equatable, Sendable {
    /// It is of another app or site.
    case foreign
    /// It has the form of none of the links.
    case malformed(String)
    /// It names a book that is not there.
    case unknownBook(id: Book.ID)
    /// It names a screen that is not there.
    case unknownScreen(String)
  }

  /// Reads a URL.
  ///
  /// - Throws: `Refusal`.
  init(_ url: URL) throws(Refusal) {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false), let scheme = components.scheme else {
      throw .malformed("no scheme")
    }
    var parts = components.path.split(separator: "/").map(String.init)
    switch (scheme.lowercased(), components.host) {
    case ("hindsight", let host?) where !host.isEmpty: parts.insert(host, at: 0)
    case ("hindsight", _): throw .malformed("no screen")
    case ("https", "hindsight.example"): if parts.isEmpty { parts = ["books"] }
    default: throw .foreign
    }
    func query(_ name: String) -> String? { components.queryItems?.first { $0.name == name }?.value }

    switch (parts[0], parts.count) {
    case ("books", 1): self = .library
    case ("books", _):
      guard let id = Int(parts[1]) else { throw .malformed("\"\(parts[1])\" is no number of a book") }
      switch parts.dropFirst(2) {
      case []: self = .book(id: id)
      case ["reviews"]: self = .reviews(id: id)
      case ["reviews", "new"]: self = .newReview(id: id, text: query("text") ?? "")
      default: throw .unknownScreen(parts.joined(separator: "/"))
      }
    case ("search", 1):
      guard let text = query("query") else { throw .malformed("a search needs a query") }
      self = .search(query: text)
    default: throw .unknownScreen(parts.joined(separator: "/"))
    }
  }
}
