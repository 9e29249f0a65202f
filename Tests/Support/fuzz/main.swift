import Foundation
import Fuzzing
import Synchronization

// A parent runs a worker that mutates inputs in one process. The worker leaves each input in a shared file before it is read, so
// that whatever ends the worker, the parent knows the input and keeps it in the corpus.

let usage = "usage: fuzz parser|decoder|session|prompt [--seconds N] [--seed S]"

/// What the command line asks for.
struct Options {
  var target = FuzzTarget.parser
  var seconds = 60.0
  var seed = UInt64.random(in: 0...999_999)
  var isWorker = false
  var scratch = ""

  init?(_ arguments: [String]) {
    guard let name = arguments.first, let target = FuzzTarget(rawValue: name) else { return nil }
    self.target = target
    var rest = arguments.dropFirst()
    while let flag = rest.popFirst() {
      switch (flag, rest.first) {
      case ("--seconds", let value?): seconds = Double(value) ?? seconds
      case ("--seed", let value?): seed = UInt64(value) ?? seed
      case ("--worker", let value?): (isWorker, scratch) = (true, value)
      default: return nil
      }
      rest = rest.dropFirst()
    }
  }
}

/// How a worker ends when an input was not taken well.
enum Ending: Int32 {
  case fault = 70
  case hang = 71
  case memory = 72

  var name: String {
    switch self {
    case .fault: "fault"
    case .hang: "hang"
    case .memory: "memory"
    }
  }
}

/// The input at hand, in a file that outlives the process.
struct Scratch {
  static let capacity = 8 << 20
  private let address: UnsafeMutableRawPointer

  init?(path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
    guard descriptor >= 0, ftruncate(descriptor, off_t(Self.capacity)) == 0,
      let address = mmap(nil, Self.capacity, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), address != MAP_FAILED
    else { return nil }
    self.address = address
  }

  /// Leaves an input; its length comes first, and the file is large enough for what the mutator makes.
  func write(_ bytes: [UInt8]) {
    let count = min(bytes.count, Self.capacity - 8)
    address.storeBytes(of: count, as: Int.self)
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { (address + 8).copyMemory(from: start, byteCount: count) }
    }
  }

  static func read(path: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path), data.count > 8 else { return [] }
    let count = data.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    return Array(data.dropFirst(8).prefix(max(0, count)))
  }
}

/// Kilobytes of memory this process holds.
func residentKilobytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
  let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * 4
}

/// The processor's time that this process has taken.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func work(_ options: Options) throws -> Int32 {
  guard let scratch = Scratch(path: options.scratch) else { return 2 }
  let corpus = try FuzzCorpus.seeds(of: options.target)
  var mutator = Mutator(seed: options.seed, corpus: corpus)
  let begin = ContinuousClock.now
  let started = Mutex((clock: ContinuousClock.now, processor: processorSeconds()))
  // A megabyte is read in seconds even without optimisation. What counts is the processor's time, since the machine may be busy; only
  // what waits for something that never comes is found by the clock.
  let watchdog = Thread {
    while true {
      Thread.sleep(forTimeInterval: 1)
      let start = started.withLock { $0 }
      if processorSeconds() - start.processor > 20 || ContinuousClock.now - start.clock > .seconds(300) {
        _exit(Ending.hang.rawValue)
      }
    }
  }
  watchdog.start()
  var count = 0
  var slowest = Duration.zero
  while ContinuousClock.now - begin < .seconds(options.seconds) {
    let input = count < corpus.count ? corpus[count] : mutator.input()
    scratch.write(input)
    let start = ContinuousClock.now
    started.withLock { $0 = (start, processorSeconds()) }
    do {
      mutator.note(try options.target.run(input), of: input)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      return Ending.fault.rawValue
    }
    slowest = max(slowest, ContinuousClock.now - start)
    count += 1
    if count.isMultiple(of: 1_000), residentKilobytes() > 2_000_000 { return Ending.memory.rawValue }
  }
  let rate = Int(Double(count) / max(options.seconds, 0.001))
  print(
    "\(options.target.rawValue): \(count) inputs (\(rate)/s), \(mutator.outcomeCount) outcomes, slowest \(slowest), \(residentKilobytes() / 1_024) MB"
  )
  return 0
}

func supervise(_ options: Options) throws -> Int32 {
  let scratch = NSTemporaryDirectory() + "/hindsight-fuzz-\(getpid())"
  defer { unlink(scratch) }
  print("\(options.target.rawValue): --seed \(options.seed)")
  let worker = Process()
  worker.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  worker.arguments = [
    options.target.rawValue, "--seconds", "\(options.seconds)", "--seed", "\(options.seed)", "--worker", scratch,
  ]
  try worker.run()
  worker.waitUntilExit()
  if worker.terminationReason == .exit, worker.terminationStatus == 0 { return 0 }
  let kind =
    worker.terminationReason == .exit ? Ending(rawValue: worker.terminationStatus)?.name ?? "exit" : "crash"
  let path = try FuzzCorpus.keep(Scratch.read(path: scratch), as: kind, of: options.target)
  print("\(options.target.rawValue): \(kind), kept as \(path)")
  return 1
}

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  FileHandle.standardError.write(Data((usage + "\n").utf8))
  exit(2)
}
exit(try options.isWorker ? work(options) : supervise(options))
