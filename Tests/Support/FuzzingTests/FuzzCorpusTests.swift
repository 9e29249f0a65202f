import Foundation
import Fuzzing
import SeededRandomness
import Testing

/// Inputs that once failed, and a short run of new ones from one seed.
@Suite struct FuzzCorpusTests {
  @Test(arguments: FuzzTarget.allCases)
  func everyKeptInputIsTaken(target: FuzzTarget) throws {
    let inputs = try FuzzCorpus.inputs(of: target)
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.run(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func mutatedInputsAreTaken(target: FuzzTarget) throws {
    let seed = SeededGenerator.seedOfThisRun("mutatedInputsAreTaken \(target.rawValue)")
    var mutator = Mutator(seed: seed, corpus: try FuzzCorpus.inputs(of: target).map(\.bytes))
    for _ in 0..<300 {
      let input = mutator.input()
      do {
        mutator.note(try target.run(input), of: input)
      } catch {
        Issue.record("\(String(decoding: input.prefix(200), as: UTF8.self)): \(error)")
      }
    }
  }
}
