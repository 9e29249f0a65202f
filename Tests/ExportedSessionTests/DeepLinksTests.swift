// swift-format-ignore-file
// Exported by Hindsight from a session of deeplink: 9 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct DeepLinksTests {
  @Test func session() async {
    let store = TestStore(initialState: {
      var value = DeepLinkFeature.State()
      value.books = [
        Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요"]),
        Book(id: 2, title: "A Room of One\'s Own", reviews: []),
        Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]),
      ]
      return value
    }()) {
      DeepLinkFeature()
    }

    await store.send(.bookTapped(id: 3)) {
      $0.path[id: 0] = .book(
        BookFeature.State(book: Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]))
      )
    }
    await store.send(.path(.element(id: 0, action: .book(.reviewsButtonTapped))))
    await store.receive(\.path[id: 0].book.delegate.openReviews, 3) {
      $0.path[id: 1] = .reviews(ReviewsFeature.State(bookID: 3, texts: ["잊을 수 없는 책 😢", "Read it twice"]))
    }
    await store.send(.path(.element(id: 1, action: .reviews(.writeButtonTapped))))
    await store.receive(\.path[id: 1].reviews.delegate.writeReview, 3) {
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 3, text: ""))
    }
    await store.send(.openURL(URL(string: "hindsight://books/1/reviews/new?text=%EC%A2%8B%EC%95%84%EC%9A%94")!)) {
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 1, text: "좋아요"))
      $0.path.pop(from: 0)
      $0.path[id: 2] = .book(BookFeature.State(book: Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요"])))
      $0.path[id: 3] = .reviews(ReviewsFeature.State(bookID: 1, texts: ["길지만 좋아요"]))
    }
    await store.send(.destination(.presented(.writeReview(.saveButtonTapped))))
    await store.receive(\.destination.presented.writeReview.delegate.wrote) {
      $0.books[id: 1]?.reviews.append("좋아요")
      $0.path[id: 3]?.modify(\.reviews) { $0.texts.append("좋아요") }
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.openURL(URL(string: "hindsight://books/99")!)) {
      $0.refusal = "hindsight://books/99: no book 99"
    }
    await store.send(.openURL(URL(string: "hindsight://books/abc")!)) {
      $0.refusal = "hindsight://books/abc: \"abc\" is no number of a book"
    }
    await store.send(.openURL(URL(string: "https://elsewhere.example/books/1")!)) {
      $0.refusal = "https://elsewhere.example/books/1: not a link of this app"
    }
    await store.send(.openURL(URL(string: "https://hindsight.example/search?query=room")!)) {
      $0.destination = .search(
        SearchFeature.State(
          books: [
            Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요", "좋아요"]),
            Book(id: 2, title: "A Room of One\'s Own", reviews: []),
            Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]),
          ],
          query: "room"
        )
      )
      $0.path.pop(from: 2)
      $0.refusal = nil
    }
    await store.finish()
  }
}
