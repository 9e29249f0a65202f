// swift-format-ignore-file
// Exported by Hindsight from a session of auth: 11 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct StreamsAndLoginTests {
  @Test func session() async {
    let clock = TestClock()
    let authenticationNextUser = Calls<Optional<AppUser>>(3)
    let authenticationLogIn = Calls<Void>(1)
    let store = TestStore(initialState: AuthFeature.State.loggedOut(LoginFeature.State(failure: nil))) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0[AuthenticationClient.self].nextUser = { try await authenticationNextUser() }
      $0[AuthenticationClient.self].logIn = { _ in try await authenticationLogIn() }
    }

    await store.send(.task)
    await store.send(.loggedOut(.nameChanged("Blob"))) {
      $0.modify(\.loggedOut) { $0.name = "Blob" }
    }
    await store.send(.loggedOut(.loginButtonTapped)) {
      $0.modify(\.loggedOut) { $0.isLoggingIn = true }
    }
    authenticationLogIn.answer(0, ())
    authenticationNextUser.answer(0, AppUser(id: 1, name: "Blob"))
    await store.receive(.authStateChanged(AppUser(id: 1, name: "Blob"))) {
      $0 = .main(MainFeature.State(user: AppUser(id: 1, name: "Blob")))
    }
    await store.send(.main(.task))
    await clock.advance(by: .seconds(2))
    await store.receive(.main(.timerTicked)) {
      $0.modify(\.main) { $0.secondsOnline = 1 }
    }
    await store.receive(.main(.timerTicked)) {
      $0.modify(\.main) { $0.secondsOnline = 2 }
    }
    await store.send(.main(.profileButtonTapped)) {
      $0.modify(\.main) {
        $0.profile = {
          var value = ProfileFeature.State()
          value.nickname = "Blob"
          return value
        }()
      }
    }
    await store.send(.main(.profile(.binding(.set(\.nickname, "Blob 🫧"))))) {
      $0.modify(\.main) { $0.profile?.nickname = "Blob 🫧" }
    }
    authenticationNextUser.answer(1, nil)
    await store.receive(.authStateChanged(nil)) {
      $0 = .loggedOut(LoginFeature.State(failure: nil))
    }
    await clock.advance(by: .seconds(5))
    await store.skipInFlightEffects()
  }
}

/// The calls of an endpoint, in their order; each waits until the test answers it.
private struct Calls<Value: Sendable>: Sendable {
  private typealias Answers = AsyncStream<Result<Value, any Error>>
  private let answers: [(stream: Answers, continuation: Answers.Continuation)]
  private let next = LockIsolated(0)

  init(_ count: Int) { answers = (0..<count).map { _ in Answers.makeStream() } }

  func callAsFunction() async throws -> Value {
    let call = next.withValue { next in
      defer { next += 1 }
      return next
    }
    guard answers.indices.contains(call) else { throw CancellationError() }
    for await answer in answers[call].stream {
      switch answer {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
    throw CancellationError()
  }

  func answer(_ call: Int, _ value: Value) { answers[call].continuation.yield(.success(value)) }
  func fail(_ call: Int, _ error: any Error) { answers[call].continuation.yield(.failure(error)) }
}
