import Foundation

/// What the bytes of a saved session say, for tools that check the reader itself.
package struct SessionFileReading {
  /// Why the bytes are no session.
  package struct Failure: Error {
    package let message: String
  }

  /// The text that is written for what was read; the same bytes again.
  package let text: String
  /// The inputs, in order.
  package let inputs: [String]
  /// Why inputs are refused before any feature is asked, in order.
  package let refusals: [String]

  /// Reads a session.
  ///
  /// - Throws: `Failure`.
  /// - Complexity: Linear in the number of bytes.
  package init(bytes: Data) throws(Failure) {
    let file: SessionFile
    do {
      file = try SessionFile(bytes: bytes)
    } catch {
      throw Failure(message: error.message)
    }
    text = file.text
    var inputs: [String] = []
    var refusals: [String] = []
    for case .input(let text, _, _) in file.items {
      inputs.append(text)
      do {
        _ = try InputText.request(from: text)
      } catch {
        refusals.append(error.message)
      }
    }
    self.inputs = inputs
    self.refusals = refusals
  }
}
