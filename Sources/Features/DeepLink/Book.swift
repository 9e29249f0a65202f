import ComposableArchitecture

/// A book of the library, and what readers said about it.
public struct Book: Equatable, Identifiable, Sendable {
  public let id: Int
  public var isLiked = false
  public var reviews: [String]
  public var title: String

  public init(id: Int, title: String, reviews: [String] = []) {
    self.id = id
    self.reviews = reviews
    self.title = title
  }
}

extension IdentifiedArray where ID == Book.ID, Element == Book {
  /// The library every session begins with.
  static var library: Self {
    [
      Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요"]),
      Book(id: 2, title: "A Room of One's Own"),
      Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]),
    ]
  }
}
