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
    let seeds = try FuzzCorpus.seeds(of: target)
    var mutator = Mutator(seed: seed, corpus: seeds)
    #expect(seeds.count >= (target == .session ? 20 : 400), "the sessions or the features are not among the seeds")
    for number in 0..<500 {
      let input = number < 200 ? seeds[number * seeds.count / 200] : mutator.input()
      do {
        mutator.note(try target.run(input), of: input)
      } catch {
        Issue.record("\(String(decoding: input.prefix(200), as: UTF8.self)): \(error)")
      }
    }
    // Inputs that all end alike would test one thing only.
    print("\(target.rawValue): \(mutator.outcomeCount) outcomes of 500 inputs, \(seeds.count) seeds")
    #expect(mutator.outcomeCount >= (target == .session ? 20 : 50), "\(mutator.outcomeCount) outcomes")
  }

  @Test func theSeedsDecideWhatIsMade() throws {
    let seeds = try FuzzCorpus.seeds(of: .decoder)
    var (one, other) = (Mutator(seed: 7, corpus: seeds), Mutator(seed: 7, corpus: seeds))
    for _ in 0..<200 { #expect(one.input() == other.input()) }
  }
}
