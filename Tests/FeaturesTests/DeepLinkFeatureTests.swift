import ComposableArchitecture
import Features
import Foundation
import Testing

@Suite @MainActor struct DeepLinkFeatureTests {
  private let third = Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"])

  private func store() -> TestStoreOf<DeepLinkFeature> { TestStore(initialState: DeepLinkFeature.State()) { DeepLinkFeature() } }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func oneLinkSetsTheStackAndWhatIsPresented() async throws {
    let store = store()
    await store.send(.openURL(try url("hindsight://books/3/reviews/new?text=좋아요"))) {
      $0.path[id: 0] = .book(BookFeature.State(book: self.third))
      $0.path[id: 1] = .reviews(ReviewsFeature.State(bookID: 3, texts: self.third.reviews))
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 3, text: "좋아요"))
    }
    await store.send(\.destination.writeReview.saveButtonTapped)
    await store.receive(\.destination.writeReview.delegate.wrote) {
      $0.books[id: 3]?.reviews = ["잊을 수 없는 책 😢", "Read it twice", "좋아요"]
      $0.path[id: 1] = .reviews(
        ReviewsFeature.State(bookID: 3, texts: ["잊을 수 없는 책 😢", "Read it twice", "좋아요"]))
    }
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func aLinkReplacesWhatWasThere() async throws {
    let store = store()
    await store.send(.openURL(try url("hindsight://search?query=room"))) {
      $0.destination = .search(SearchFeature.State(books: $0.books, query: "room"))
    }
    await store.send(.openURL(try url("https://hindsight.example/books/3"))) {
      $0.destination = nil
      $0.path[id: 0] = .book(BookFeature.State(book: self.third))
    }
    await store.send(.openURL(try url("https://hindsight.example"))) { $0.path = StackState() }
  }

  @Test(arguments: [
    ("mailto:a@b.c", "not a link of this app"),
    ("https://example.com/books/3", "not a link of this app"),
    ("hindsight:", "no screen"),
    ("hindsight://", "no screen"),
    ("books/3", "no scheme"),
    ("hindsight://books/three", "\"three\" is no number of a book"),
    ("hindsight://books/9", "no book 9"),
    ("hindsight://books/3/chapters", "no screen \"books/3/chapters\""),
    ("hindsight://magazines", "no screen \"magazines\""),
    ("hindsight://search", "a search needs a query"),
  ])
  func aLinkThatLeadsNowhereIsRefusedAndChangesNothingElse(text: String, reason: String) async throws {
    let store = store()
    await store.send(.openURL(try url(text))) { $0.refusal = "\(text): \(reason)" }
    // The next that leads somewhere takes the refusal back.
    await store.send(.openURL(try url("hindsight://books"))) { $0.refusal = nil }
  }

  @Test func screensOpenEachOtherThroughTheirParent() async {
    let store = store()
    await store.send(.bookTapped(id: 3)) { $0.path[id: 0] = .book(BookFeature.State(book: self.third)) }
    await store.send(\.path[id: 0].book.likeButtonTapped) {
      $0.path[id: 0]?.modify(\.book) { $0.book.isLiked = true }
    }
    await store.receive(\.path[id: 0].book.delegate.liked) { $0.books[id: 3]?.isLiked = true }
    await store.send(\.path[id: 0].book.reviewsButtonTapped)
    await store.receive(\.path[id: 0].book.delegate.openReviews) {
      $0.path[id: 1] = .reviews(ReviewsFeature.State(bookID: 3, texts: self.third.reviews))
    }
    await store.send(\.path[id: 1].reviews.writeButtonTapped)
    await store.receive(\.path[id: 1].reviews.delegate.writeReview) {
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 3))
    }
    await store.send(\.destination.writeReview.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
  }

  @Test func theSearchLeadsToWhatItFinds() async {
    let store = store()
    await store.send(.searchButtonTapped) { $0.destination = .search(SearchFeature.State(books: $0.books)) }
    await store.send(\.destination.search.firstResultTapped)
    await store.send(\.destination.search.binding.query, "소년") {
      $0.destination?.modify(\.search) { $0.query = "소년" }
    }
    await store.send(\.destination.search.firstResultTapped)
    await store.receive(\.destination.search.delegate.found) {
      $0.destination = nil
      $0.path[id: 0] = .book(BookFeature.State(book: self.third))
    }
  }
}
