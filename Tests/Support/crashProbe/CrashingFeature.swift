import ComposableArchitecture
import Foundation

/// A feature that ends its process in every way a feature can.
struct CrashingFeature: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var rows: [Int] = []
  }

  enum Action: Equatable, Sendable {
    case increment
    case boom
    case index
    case overflow
    case recurse
    case leave(Int)
    case abort
    case touch
    case say(String)
    case later
    case fall, spin(Int)
  }

  @Dependency(\.continuousClock) var clock

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .boom: fatalError("boom")
      case .index: state.count = state.rows[state.count + 7]
      case .overflow: state.count = Int.max - (state.count - 1) + state.count
      case .recurse: state.count = deeper(state.count + 1)
      case .leave(let code): exit(Int32(code))
      case .abort: Foundation.abort()
      case .touch: kill(getpid(), SIGSEGV)
      case .say(let text): FileHandle.standardError.write(Data((text + "\n").utf8))
      case .later:
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.fall)
        }
      case .fall: fatalError("fell later")
      case .spin(let milliseconds):
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {}
      }
      return .none
    }
  }
}

@inline(never) private func deeper(_ depth: Int) -> Int {
  depth == .min ? 0 : deeper(depth + 1) &+ deeper(depth &+ 2)
}
