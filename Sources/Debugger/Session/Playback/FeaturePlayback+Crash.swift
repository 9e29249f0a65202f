import ActionLanguage
import CCrashRecovery
import Timeline

/// Finding out which action crashed, without its crashing again.
extension FeaturePlayback {
  func action(ofEntry number: Int, in request: InputRequest) -> String? {
    var readingEnd: Int32 = -1
    let child = hindsight_copy(&readingEnd)
    guard child >= 0 else { return nil }
    guard child == 0 else {
      var buffer = [CChar](repeating: 0, count: 1 << 14)
      let count = hindsight_copy_text(child, readingEnd, &buffer, buffer.count)
      return count == 0 ? nil : String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    // The copy leaves from inside the step, before the reducer sees the action that would end it.
    let position = Position(step: timeline.position.step, shown: timeline.steps[timeline.position.step].entryCount)
    if let (_, command, _) = try? prepare(request, at: position), let (run, _) = try? runLive(at: position.step) {
      run.onEntry = { count, action in
        guard count == number else { return }
        let text = ValuePrinter.dotted(action: action)
        hindsight_copy_leave(text, text.utf8.count)
      }
      _ = try? run.perform(command, isRecord: true)
    }
    hindsight_copy_leave("", 0)
  }
}
