import ComposableArchitecture
import Foundation

/// A feature whose effects leave the process, and one that computes without end.
struct OutsideFeature: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var heard: [String] = []
    var ids: [UUID] = []
    var weather: String?
  }

  enum Action: Equatable, Sendable {
    case computeForever
    case computeForeverInAnEffect
    case heard(String)
    case increment
    case listen
    case listenThrice
    case makeID
    case nap
    case napOnTheClock
    case napInATask
    case tick
    case tickEverySecond
    case weather
    case weatherCame(String)
    case woke(String)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  @Dependency(\.weather) var weather

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .computeForever: state.count = computeForever(state.count)
      case .computeForeverInAnEffect: return .run { [count = state.count] send in await send(.heard("\(computeForever(count))")) }
      case .heard(let text): state.heard.append(text)
      case .increment: state.count += 1
      case .listen: return .run { send in await send(.heard(await nextLine())) }
      case .listenThrice:
        return .run { send in
          for _ in 0..<3 { await send(.heard(await nextLine())) }
        }
      case .makeID: state.ids.append(uuid())
      case .nap:
        return .run { send in
          try await Task.sleep(for: .seconds(1))
          await send(.woke("from a sleep"))
        }
      case .napOnTheClock:
        return .run { send in
          try await ContinuousClock().sleep(for: .milliseconds(2500))
          await send(.woke("from the clock"))
        }
      case .napInATask:
        return .run { send in
          let nap = Task { try await Task.sleep(nanoseconds: 3_000_000_000) }
          try await nap.value
          await send(.woke("in a task"))
        }
      case .tick: state.count += 1
      case .tickEverySecond:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.tick) }
        }
      case .weather: return .run { [count = state.count] send in try await send(.weatherCame(weather.forecast(count))) }
      case .weatherCame(let text): state.weather = text
      case .woke(let text): state.heard.append(text)
      }
      return .none
    }
  }
}

/// What falls from the sky in some days; live it is asked of another thread.
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ days: Int) async throws -> String
}

extension WeatherClient: DependencyKey {
  static let liveValue = WeatherClient { days in "\(await nextLine()) in \(days) days" }
  static let testValue = WeatherClient { _ in throw CancellationError() }
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

/// The next line that is written into the pipe the environment names, read by a thread of its own.
private func nextLine() async -> String {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: PipeReader.shared.next()) }
  }
}

private final class PipeReader: @unchecked Sendable {
  // Safe to send: the file is used under the lock alone.
  static let shared = PipeReader()
  private let lock = NSLock()
  private let file = ProcessInfo.processInfo.environment["OUTSIDE_PIPE"].flatMap { fopen($0, "r") }

  func next() -> String {
    lock.withLock {
      var line = [CChar](repeating: 0, count: 256)
      // Without a pipe, and after its end, there is nothing to hear ever again.
      guard let file, fgets(&line, Int32(line.count), file) != nil else { while true { pause() } }
      return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

@inline(never) private func computeForever(_ start: Int) -> Int {
  FileHandle.standardOutput.write(Data("computing\n".utf8))
  var number = start
  while number != .min { number = (number &* 3 &+ 1) & 0xFFFF }
  return number
}
