import ComposableArchitecture

/// The parent of an upload: of all its actions it listens to the delegate's alone.
@Reducer
public struct ActionsFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var upload = UploadFeature.State()
    public var uploaded: [String] = []
    public init() {}
  }

  public enum Action: Equatable {
    case clearButtonTapped
    case upload(UploadFeature.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.upload, action: \.upload) {
      UploadFeature()
    }
    Reduce { state, action in
      switch action {
      case .clearButtonTapped:
        state.uploaded = []
        return .none

      case .upload(.delegate(.uploaded(let title, let receipt))):
        state.uploaded.append("\(title) #\(receipt.number)")
        return .none

      case .upload:
        return .none
      }
    }
  }
}
