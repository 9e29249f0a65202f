import ComposableArchitecture
import Features
import Testing

@Suite @MainActor struct AuthFeatureTests {
  private struct Offline: Error {}
  private let user = AppUser(id: 1, name: "철수")

  /// A store whose stream of users the test feeds.
  private func store(
    clock: TestClock<Duration> = TestClock(), logIn: @escaping @Sendable (String) async throws -> Void = { _ in },
    logOut: @escaping @Sendable () async throws -> Void = {}
  ) -> (TestStoreOf<AuthFeature>, AsyncThrowingStream<AppUser?, any Error>.Continuation) {
    let (stream, continuation) = AsyncThrowingStream<AppUser?, any Error>.makeStream()
    let iterator = ActorIsolated(UncheckedSendable(stream.makeAsyncIterator()))
    let store = TestStore(initialState: AuthFeature.State()) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.authentication.nextUser = {
        var next = await iterator.value.value
        guard let user = try await next.next() else { throw CancellationError() }
        return user
      }
      $0.authentication.logIn = logIn
      $0.authentication.logOut = logOut
    }
    return (store, continuation)
  }

  @Test func theStreamDecidesWhichCaseTheAppIsIn() async {
    let clock = TestClock()
    let (store, users) = store(clock: clock)
    await store.send(.task)
    users.yield(user)
    await store.receive(.authStateChanged(user)) { $0 = .main(MainFeature.State(user: self.user)) }
    await store.send(.main(.task))
    await clock.advance(by: .seconds(1))
    await store.receive(.main(.timerTicked)) { $0.modify(\.main) { $0.secondsOnline = 1 } }
    users.yield(nil)
    // The clock of the case that was left stops with it; the store would complain about one that goes on.
    await store.receive(.authStateChanged(nil)) { $0 = .loggedOut(LoginFeature.State()) }
    await clock.advance(by: .seconds(5))
    users.finish(throwing: Offline())
    await store.receive(.authStateFailed("Offline()")) { $0 = .loggedOut(LoginFeature.State(failure: "Offline()")) }
  }

  @Test func aLoginThatFailsSaysWhy() async {
    let (store, _) = store(logIn: { name in
      #expect(name == "철수")
      throw Offline()
    })
    await store.send(.loggedOut(.nameChanged("철수"))) { $0.modify(\.loggedOut) { $0.name = "철수" } }
    await store.send(.loggedOut(.loginButtonTapped)) { $0.modify(\.loggedOut) { $0.isLoggingIn = true } }
    await store.receive(.loggedOut(.loginFailed("Offline()"))) {
      $0.modify(\.loggedOut) {
        $0.failure = "Offline()"
        $0.isLoggingIn = false
      }
    }
  }

  @Test func theProfileIsThereOnlyWhileItIsOpen() async {
    let store = TestStore(initialState: MainFeature.State(user: user)) { MainFeature() }
    await store.send(.profileButtonTapped) {
      $0.profile = ProfileFeature.State()
      $0.profile?.nickname = "철수"
    }
    await store.send(.profile(.binding(.set(\.nickname, "철수 🌙")))) { $0.profile?.nickname = "철수 🌙" }
    await store.send(.closeProfileButtonTapped) {
      $0.profile = nil
      $0.user.name = "철수 🌙"
    }
  }

  @Test func aLogoutThatFailsCanBeTriedAgain() async {
    let store = TestStore(initialState: MainFeature.State(user: user)) {
      MainFeature()
    } withDependencies: {
      $0.authentication.logOut = { throw Offline() }
    }
    await store.send(.logOutButtonTapped) { $0.isLoggingOut = true }
    await store.receive(.logOutFailed) { $0.isLoggingOut = false }
  }
}
