import Foundation
import Terminal

// A line editor that says what it got, for the tests to type at.
//
//   --history FILE   keep the history there
//   --side FIFO      what is written there arrives through the mailbox, from another thread: `wake`, or text to print

var historyPath: String?
var sidePath: String?
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  if option == "--history" { historyPath = arguments.popFirst() }
  if option == "--side" { sidePath = arguments.popFirst() }
}

let history = LineHistory(path: historyPath, limit: 5)
guard let editor = LineEditor(name: "probe", history: history) else {
  print("no editor")
  exit(9)
}
if let problem = history.takeProblem() { print("problem: \(problem)") }

let words = ["increment", "decrement", "detail", "완료", "완성"]
editor.completer = { line, cursor in
  let before = line.prefix(cursor)
  let word = before.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "." }.last ?? ""
  let start = before.count - word.count
  if word.hasPrefix("many") {
    return Completion(replacing: start..<cursor, with: (1...123).map { .init("many\($0)") })
  }
  let explained = ["tick": "(Int)", "title": "(String)"]
  let candidates =
    words.filter { $0.hasPrefix(word) }.map { Completion.Candidate($0) }
    + explained.sorted(by: <).filter { $0.key.hasPrefix(word) }.map { Completion.Candidate($0.key, explanation: $0.value) }
  return Completion(replacing: start..<cursor, with: candidates)
}
editor.hinter = { line in line.hasSuffix("tick") ? "(Int)" : nil }
var counter = 0
editor.onWake = {
  counter += 1
  editor.printAbove("woken")
  editor.prompt = "probe[\(counter)]> "
}

if let sidePath {
  let mailbox = editor.mailbox
  Thread.detachNewThread {
    guard let side = fopen(sidePath, "r") else { return }
    let reader = LineReader(descriptor: fileno(side))
    while case .line(let text) = try? reader.readLine() {
      if text == "wake" { mailbox.wake() } else { mailbox.print(text) }
    }
  }
}

loop: while true {
  switch editor.readLine(prompt: editor.appearance.palette.paint("probe", .prompt) + "> ") {
  case .line("quit"): exit(7)
  case .line("columns"): print(TerminalSize.of().columns)
  case .line("spin"):
    print("spinning")
    while !Interruption.isRequested {}
    print("stopped")
  case .line("hang"):
    print("hanging")
    var seen = 0
    while true {
      guard Interruption.unanswered > seen else { continue }
      seen = Interruption.unanswered
      print("ignored \(seen)")
    }
  case .line(let line) where line.hasPrefix("page "):
    Pager().show((1...(Int(line.dropFirst(5)) ?? 1)).map { "row \($0)" })
  case .line("history"): for (number, entry) in zip(history.numbers, history.entries) { print(number, entry) }
  case .line("statement"):
    let statement = try editor.readStatement(prompt: "{ ", continuation: "… ") {
      $0.filter { $0 == "(" }.count > $0.filter { $0 == ")" }.count
    }
    print(statement)
  case .line(let line): print("got \(line.debugDescription)")
  case .interrupted: print("interrupted")
  case .endOfInput:
    print("end")
    break loop
  }
  if let problem = history.takeProblem() { print("problem: \(problem)") }
}
