// swift-format-ignore-file
// Exported by Hindsight from a session of deeplink: 24 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct DeeplinkTests {
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

    await store.send(.bookTapped(id: 1)) {
      $0.path[id: 0] = .book(BookFeature.State(book: Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요"])))
    }
    await store.send(.path(.element(id: 0, action: .book(.likeButtonTapped)))) {
      $0.path[id: 0]?.modify(\.book) { $0.book.isLiked = true }
    }
    await store.receive(\.path[id: 0].book.delegate.liked) {
      $0.books[id: 1]?.isLiked = true
    }
    await store.send(.path(.element(id: 0, action: .book(.reviewsButtonTapped))))
    await store.receive(\.path[id: 0].book.delegate.openReviews, 1) {
      $0.path[id: 1] = .reviews(ReviewsFeature.State(bookID: 1, texts: ["길지만 좋아요"]))
    }
    await store.send(.path(.element(id: 1, action: .reviews(.writeButtonTapped))))
    await store.receive(\.path[id: 1].reviews.delegate.writeReview, 1) {
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 1, text: ""))
    }
    await store.send(.destination(.presented(.writeReview(.binding(.set(\.text, "다시 읽고 싶다 📚")))))) {
      $0.destination?.modify(\.writeReview) { $0.text = "다시 읽고 싶다 📚" }
    }
    await store.send(.destination(.presented(.writeReview(.saveButtonTapped))))
    await store.receive(\.destination.presented.writeReview.delegate.wrote) {
      $0.books[id: 1]?.reviews.append("다시 읽고 싶다 📚")
      $0.path[id: 1]?.modify(\.reviews) { $0.texts.append("다시 읽고 싶다 📚") }
    }
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.path(.popFrom(id: 0))) {
      $0.path.pop(from: 0)
    }
    await store.send(.openURL(URL(string: "hindsight://books/3/reviews/new?text=%EC%A2%8B%EC%95%84%EC%9A%94")!)) {
      $0.destination = .writeReview(ReviewFormFeature.State(bookID: 3, text: "좋아요"))
      $0.path[id: 2] = .book(
        BookFeature.State(book: Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]))
      )
      $0.path[id: 3] = .reviews(ReviewsFeature.State(bookID: 3, texts: ["잊을 수 없는 책 😢", "Read it twice"]))
    }
    await store.send(.destination(.presented(.writeReview(.cancelButtonTapped))))
    await store.receive(\.destination.dismiss) {
      $0.destination = nil
    }
    await store.send(.openURL(URL(string: "hindsight://search?query=room")!)) {
      $0.destination = .search(
        SearchFeature.State(
          books: [
            {
              var value = Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요", "다시 읽고 싶다 📚"])
              value.isLiked = true
              return value
            }(),
            Book(id: 2, title: "A Room of One\'s Own", reviews: []),
            Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]),
          ],
          query: "room"
        )
      )
      $0.path.pop(from: 2)
    }
    await store.send(.destination(.presented(.search(.binding(.set(\.query, "토지")))))) {
      $0.destination?.modify(\.search) { $0.query = "토지" }
    }
    await store.send(.destination(.presented(.search(.firstResultTapped))))
    await store.receive(\.destination.presented.search.delegate.found, 1) {
      $0.destination = nil
      $0.path[id: 4] = .book(
        BookFeature.State(
          book: {
            var value = Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요", "다시 읽고 싶다 📚"])
            value.isLiked = true
            return value
          }()
        )
      )
    }
    await store.send(.openURL(URL(string: "https://hindsight.example/books/2")!)) {
      $0.path.pop(from: 4)
      $0.path[id: 5] = .book(BookFeature.State(book: Book(id: 2, title: "A Room of One\'s Own", reviews: [])))
    }
    await store.send(.openURL(URL(string: "https://example.com/books/2")!)) {
      $0.refusal = "https://example.com/books/2: not a link of this app"
    }
    await store.send(.openURL(URL(string: "hindsight:")!)) {
      $0.refusal = "hindsight:: no screen"
    }
    await store.send(.openURL(URL(string: "hindsight://books/two")!)) {
      $0.refusal = "hindsight://books/two: \"two\" is no number of a book"
    }
    await store.send(.openURL(URL(string: "hindsight://books/9")!)) {
      $0.refusal = "hindsight://books/9: no book 9"
    }
    await store.send(.openURL(URL(string: "hindsight://magazines")!)) {
      $0.refusal = "hindsight://magazines: no screen \"magazines\""
    }
    await store.send(.openURL(URL(string: "hindsight://search")!)) {
      $0.refusal = "hindsight://search: a search needs a query"
    }
    await store.send(.openURL(URL(string: "no%20link%20at%20all")!)) {
      $0.refusal = "no%20link%20at%20all: no scheme"
    }
    await store.send(.searchButtonTapped) {
      $0.destination = .search(
        SearchFeature.State(
          books: [
            {
              var value = Book(id: 1, title: "토지 🏡", reviews: ["길지만 좋아요", "다시 읽고 싶다 📚"])
              value.isLiked = true
              return value
            }(),
            Book(id: 2, title: "A Room of One\'s Own", reviews: []),
            Book(id: 3, title: "소년이 온다", reviews: ["잊을 수 없는 책 😢", "Read it twice"]),
          ],
          query: ""
        )
      )
    }
    await store.send(.destination(.dismiss)) {
      $0.destination = nil
    }
    await store.send(.path(.push(id: 6, state: .reviews(ReviewsFeature.State(bookID: 2, texts: []))))) {
      $0.path[id: 6] = .reviews(ReviewsFeature.State(bookID: 2, texts: []))
    }
    await store.send(.openURL(URL(string: "hindsight://books")!)) {
      $0.path.pop(from: 5)
      $0.refusal = nil
    }
    await store.finish()
  }
}
