// swift-format-ignore-file
// Exported by Hindsight from a session of standups: 7 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct DestinationsTests {
  @Test func session() async {
    let clock = TestClock()
    let standupsSave = Calls<Void>(1)
    let store = TestStore(initialState: StandupsFeature.State(
      path: [],
      standupsList: StandupsListFeature.State(
        addStandup: nil,
        standups: [
          Standup(
            id: UUID(0),
            attendees: [
              Attendee(id: UUID(1), name: "Blob"),
              Attendee(id: UUID(2), name: "Blob Jr"),
              Attendee(id: UUID(3), name: "Blob Sr"),
              Attendee(id: UUID(4), name: "Blob Esq"),
            ],
            duration: .seconds(60),
            meetings: [],
            theme: .orange,
            title: "Design"
          ),
          Standup(
            id: UUID(5),
            attendees: [Attendee(id: UUID(6), name: "철수"), Attendee(id: UUID(7), name: "영희")],
            duration: .seconds(300),
            meetings: [],
            theme: .sky,
            title: "오전 싱크"
          ),
        ]
      )
    )) {
      StandupsFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0[StandupsClient.self].save = { _ in try await standupsSave() }
    }

    await store.send(.standupsList(.standupTapped(id: UUID(0)))) {
      $0.path[id: 0] = .detail(
        StandupDetailFeature.State(
          destination: nil,
          standup: Standup(
            id: UUID(0),
            attendees: [
              Attendee(id: UUID(1), name: "Blob"),
              Attendee(id: UUID(2), name: "Blob Jr"),
              Attendee(id: UUID(3), name: "Blob Sr"),
              Attendee(id: UUID(4), name: "Blob Esq"),
            ],
            duration: .seconds(60),
            meetings: [],
            theme: .orange,
            title: "Design"
          )
        )
      )
    }
    await store.send(.path(.element(id: 0, action: .detail(.editButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .editStandup(
          StandupFormFeature.State(
            focus: .title,
            standup: Standup(
              id: UUID(0),
              attendees: [
                Attendee(id: UUID(1), name: "Blob"),
                Attendee(id: UUID(2), name: "Blob Jr"),
                Attendee(id: UUID(3), name: "Blob Sr"),
                Attendee(id: UUID(4), name: "Blob Esq"),
              ],
              duration: .seconds(60),
              meetings: [],
              theme: .orange,
              title: "Design"
            )
          )
        )
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .alert(
          AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) {
              TextState("Delete")
            }
            ButtonState(role: .cancel) {
              TextState("Nevermind")
            }
          } message: {
            TextState("Are you sure you want to delete this meeting?")
          }
        )
      }
    }
    await store.send(.path(.element(id: 0, action: .detail(.destination(.dismiss))))) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.send(.path(.element(id: 0, action: .detail(.deleteButtonTapped)))) {
      $0.path[id: 0]?.modify(\.detail) {
        $0.destination = .alert(
          AlertState {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) {
              TextState("Delete")
            }
            ButtonState(role: .cancel) {
              TextState("Nevermind")
            }
          } message: {
            TextState("Are you sure you want to delete this meeting?")
          }
        )
      }
    }
    await store.send(.path(
      .element(id: 0, action: .detail(.destination(.presented(.alert(.confirmDeletion)))))
    )) {
      $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
    }
    await store.receive(\.path[id: 0].detail.delegate.deleteStandup, UUID(0)) {
      $0.standupsList.standups.remove(id: UUID(0))
    }
    await store.receive(\.path.popFrom, 0) {
      $0.path.pop(from: 0)
    }
    await clock.advance(by: .seconds(1))
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
