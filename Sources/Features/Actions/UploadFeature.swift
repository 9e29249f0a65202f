import ComposableArchitecture

/// An upload whose many actions are told apart by who sends them: the view, the feature itself, the outside world, or, for the
/// parent's ears, a delegate.
@Reducer
public struct UploadFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var draft = ""
    public var failure: String?
    public var isUploading = false
    public init() {}
  }

  public enum Action: Equatable, ViewAction {
    case async(Async)
    case delegate(Delegate)
    case inner(Inner)
    case view(View)

    /// Answers of the outside world.
    @CasePathable
    public enum Async: Equatable {
      case uploadResponse(TaskResult<Receipt>)
    }

    /// What the parent should know.
    @CasePathable
    public enum Delegate: Equatable {
      case uploaded(title: String, Receipt)
    }

    /// Steps the feature takes of its own accord.
    @CasePathable
    public enum Inner: Equatable {
      case clearDraft
      case startUpload
    }

    /// What somebody did on the screen.
    @CasePathable
    public enum View: Equatable {
      case appeared
      case cancelButtonTapped
      case draftChanged(String)
      case uploadButtonTapped
    }
  }

  private enum CancelID { case upload }

  @Dependency(\.upload) var upload

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .async(let action): return async(action, &state)
      case .delegate: return .none
      case .inner(let action): return inner(action, &state)
      case .view(let action): return view(action, &state)
      }
    }
  }

  private func async(_ action: Action.Async, _ state: inout State) -> Effect<Action> {
    state.isUploading = false
    switch action {
    case .uploadResponse(.failure(let error)):
      state.failure = "\(error)"
      return .none

    case .uploadResponse(.success(let receipt)):
      return .concatenate(
        .send(.delegate(.uploaded(title: state.draft, receipt))),
        .send(.inner(.clearDraft)))
    }
  }

  private func inner(_ action: Action.Inner, _ state: inout State) -> Effect<Action> {
    switch action {
    case .clearDraft:
      state.draft = ""
      return .none

    case .startUpload:
      state.failure = nil
      state.isUploading = true
      return .run { [draft = state.draft] send in
        await send(.async(.uploadResponse(TaskResult { try await upload.send(title: draft) })))
      }
      .cancellable(id: CancelID.upload, cancelInFlight: true)
    }
  }

  private func view(_ action: Action.View, _ state: inout State) -> Effect<Action> {
    switch action {
    case .appeared:
      state.draft = "제목 없음 ✏️"
      return .none

    case .cancelButtonTapped:
      state.isUploading = false
      return .cancel(id: CancelID.upload)

    case .draftChanged(let text):
      state.draft = text
      return .none

    case .uploadButtonTapped:
      guard !state.isUploading, !state.draft.isEmpty else { return .none }
      return .send(.inner(.startUpload))
    }
  }
}
