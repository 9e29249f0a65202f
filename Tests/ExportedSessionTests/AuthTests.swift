// swift-format-ignore-file
// Exported by Hindsight from a session of auth: 18 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct AuthTests {
  @Test func session() async {
    let clock = TestClock()
    let authenticationNextUser = Calls<Optional<AppUser>>(3)
    let authenticationLogIn = Calls<Void>(2)
    let authenticationLogOut = Calls<Void>(2)
    let store = TestStore(initialState: AuthFeature.State.loggedOut(LoginFeature.State(failure: nil))) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0[AuthenticationClient.self].nextUser = { try await authenticationNextUser() }
      $0[AuthenticationClient.self].logIn = { _ in try await authenticationLogIn() }
      $0[AuthenticationClient.self].logOut = { try await authenticationLogOut() }
    }

    await store.send(.task)
    await store.send(.loggedOut(.nameChanged("철수"))) {
      $0.modify(\.loggedOut) { $0.name = "철수" }
    }
    await store.send(.loggedOut(.loginButtonTapped)) {
      $0.modify(\.loggedOut) { $0.isLoggingIn = true }
    }
    authenticationLogIn.fail(0, OutsideFailure(message: "wrong password"))
    await store.receive(.loggedOut(.loginFailed("wrong password"))) {
      $0.modify(\.loggedOut) {
        $0.failure = "wrong password"
        $0.isLoggingIn = false
      }
    }
    await store.send(.loggedOut(.loginButtonTapped)) {
      $0.modify(\.loggedOut) {
        $0.failure = nil
        $0.isLoggingIn = true
      }
    }
    authenticationLogIn.answer(1, ())
    authenticationNextUser.answer(0, AppUser(id: 1, name: "철수"))
    await store.receive(.authStateChanged(AppUser(id: 1, name: "철수"))) {
      $0 = .main(MainFeature.State(user: AppUser(id: 1, name: "철수")))
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
          value.nickname = "철수"
          return value
        }()
      }
    }
    await store.send(.main(.profile(.binding(.set(\.nickname, "철수 🌙"))))) {
      $0.modify(\.main) { $0.profile?.nickname = "철수 🌙" }
    }
    await store.send(.main(.closeProfileButtonTapped)) {
      $0.modify(\.main) {
        $0.profile = nil
        $0.user.name = "철수 🌙"
      }
    }
    await store.send(.main(.logOutButtonTapped)) {
      $0.modify(\.main) { $0.isLoggingOut = true }
    }
    authenticationLogOut.fail(0, OutsideFailure(message: "offline"))
    await store.receive(.main(.logOutFailed)) {
      $0.modify(\.main) { $0.isLoggingOut = false }
    }
    await store.send(.main(.logOutButtonTapped)) {
      $0.modify(\.main) { $0.isLoggingOut = true }
    }
    authenticationNextUser.answer(1, nil)
    await store.receive(.authStateChanged(nil)) {
      $0 = .loggedOut(LoginFeature.State(failure: nil))
    }
    await clock.advance(by: .seconds(1))
    authenticationNextUser.fail(2, OutsideFailure(message: "connection lost"))
    await store.receive(.authStateFailed("connection lost")) {
      $0.modify(\.loggedOut) { $0.failure = "connection lost" }
    }
    await store.finish()
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

/// The outside world could not answer.
private struct OutsideFailure: Error, Equatable, CustomStringConvertible {
  let message: String
  var description: String { message }
}
