// swift-format-ignore-file
// Exported by Hindsight from a session of actions: 10 inputs.
import ComposableArchitecture
import Foundation
import Testing

@testable import Features

@MainActor
@Suite struct GroupsOfActionsTests {
  @Test func session() async {
    let uploadSend = Calls<Receipt>(3)
    let store = TestStore(initialState: ActionsFeature.State()) {
      ActionsFeature()
    } withDependencies: {
      $0[UploadClient.self].send = { _ in try await uploadSend() }
    }

    await store.send(.upload(.view(.appeared))) {
      $0.upload.draft = "제목 없음 ✏️"
    }
    await store.send(.upload(.view(.draftChanged("첫 글 ✍️")))) {
      $0.upload.draft = "첫 글 ✍️"
    }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) {
      $0.upload.isUploading = true
    }
    uploadSend.answer(0, Receipt(number: 42))
    await store.receive(.upload(.async(.uploadResponse(.success(Receipt(number: 42)))))) {
      $0.upload.isUploading = false
    }
    await store.receive(.upload(.delegate(.uploaded(title: "첫 글 ✍️", Receipt(number: 42))))) {
      $0.uploaded.append("첫 글 ✍️ #42")
    }
    await store.receive(.upload(.inner(.clearDraft))) {
      $0.upload.draft = ""
    }
    await store.send(.upload(.view(.draftChanged("둘째 글")))) {
      $0.upload.draft = "둘째 글"
    }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) {
      $0.upload.isUploading = true
    }
    uploadSend.fail(1, OutsideFailure(message: "offline"))
    await store.receive(.upload(.async(.uploadResponse(.failure(OutsideFailure(message: "offline")))))) {
      $0.upload.failure = "offline"
      $0.upload.isUploading = false
    }
    await store.send(.upload(.view(.uploadButtonTapped)))
    await store.receive(.upload(.inner(.startUpload))) {
      $0.upload.failure = nil
      $0.upload.isUploading = true
    }
    await store.send(.upload(.view(.cancelButtonTapped))) {
      $0.upload.isUploading = false
    }
    await store.send(.clearButtonTapped) {
      $0.uploaded.remove(at: 0)
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
