import Foundation
import Testing

/// What a person sees who builds without libedit installed.
@Suite struct MissingHeaderTests {
  @Test func namesThePackageToInstall() throws {
    let shim = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Debugger/CEditLine/shim.h")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // No folder of headers at all, as if histedit.h were not there.
    compiler.arguments = ["clang", "-fsyntax-only", "-nostdinc", "-x", "c", shim.path]
    let complaints = Pipe()
    compiler.standardError = complaints
    try compiler.run()
    let output = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 1)
    #expect(output.contains("apt-get install -y libedit-dev"))
    #expect(output.components(separatedBy: "error:").count == 2)
  }
}
