// swift-tools-version: 6.1
import CompilerPluginSupport
import Foundation
import PackageDescription

/// The folder of the toolchain's own SwiftSyntax modules and libraries, which the macro plugin builds against.
///
/// It belongs to the toolchain that runs this manifest, the one whose `PackageDescription` is loaded here (a `swift` on `PATH`
/// may be a launcher that lives elsewhere), else the `swift` found first on `PATH`; `HINDSIGHT_SWIFT_HOST_LIBRARIES` overrides.
let hostLibraries: String = {
  let environment = ProcessInfo.processInfo.environment
  let marker = "SwiftSyntaxMacros.swiftmodule"
  var looked: [String] = []
  func holdsSwiftSyntax(_ folder: String) -> Bool {
    if !looked.contains(folder) { looked.append(folder) }
    return FileManager.default.fileExists(atPath: folder + "/" + marker)
  }
  if let named = environment["HINDSIGHT_SWIFT_HOST_LIBRARIES"], !named.isEmpty {
    if holdsSwiftSyntax(named) { return named }
  } else {
    if let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/pm/ManifestAPI/libPackageDescription.so") }),
      let start = line.firstIndex(of: "/")
    {
      let folder = URL(fileURLWithPath: String(line[start...])).deletingLastPathComponent().deletingLastPathComponent()
      let host = folder.deletingLastPathComponent().appendingPathComponent("host").path
      if holdsSwiftSyntax(host) { return host }
    }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let swift = URL(fileURLWithPath: String(folder) + "/swift").resolvingSymlinksInPath()
      guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
      let host = swift.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("lib/swift/host").path
      if holdsSwiftSyntax(host) { return host }
    }
  }
  let places = looked.isEmpty ? "any folder of PATH" : looked.joined(separator: ", ")
  let message =
    "Hindsight's macros need the SwiftSyntax that ships with the Swift 6.3 toolchain: no \(marker) in \(places); put that toolchain first on PATH or name its usr/lib/swift/host in HINDSIGHT_SWIFT_HOST_LIBRARIES."
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}()

let swiftSyntaxLibraries = [
  "SwiftSyntax", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftParser", "SwiftDiagnostics", "SwiftBasicFormat",
  "SwiftSyntaxMacroExpansion", "SwiftOperators", "SwiftCompilerPluginMessageHandling",
]
let compileAgainstSwiftSyntax: [SwiftSetting] = [.unsafeFlags(["-I", hostLibraries])]
let linkSwiftSyntax: [LinkerSetting] = [
  .unsafeFlags(
    ["-L", hostLibraries, "-Xlinker", "-rpath", "-Xlinker", hostLibraries] + swiftSyntaxLibraries.map { "-l" + $0 })
]

/// A module of one of the deep rooms, with its tests beside it under `Tests`.
func module(_ room: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)")
}
func tests(_ room: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, path: "Tests/\(room)/\(name)Tests")
}

let package = Package(
  name: "hindsight",
  products: [
    .executable(name: "hindsight", targets: ["hindsight"])
  ],
  targets: [
    // Architecture: the reducer runtime.
    .macro(
      name: "ArchitectureMacros", path: "Sources/Architecture/Macros",
      swiftSettings: compileAgainstSwiftSyntax, linkerSettings: linkSwiftSyntax),
    module("Architecture", "IssueReporting"),
    module("Architecture", "XCTestDynamicOverlay", ["IssueReporting"]),
    module("Architecture", "ConcurrencyExtras"),
    module("Architecture", "Scheduling"),
    module("Architecture", "IdentifiedCollections"),
    module("Architecture", "CustomDump", ["IssueReporting", "IdentifiedCollections"]),
    module("Architecture", "CasePaths", ["ArchitectureMacros", "IssueReporting"]),
    module("Architecture", "Clocks", ["ConcurrencyExtras", "IssueReporting", "Scheduling"]),
    module("Architecture", "Dependencies", ["Clocks", "ConcurrencyExtras", "IssueReporting", "Scheduling"]),
    module("Architecture", "DependenciesMacros", ["ArchitectureMacros", "ConcurrencyExtras", "Dependencies", "IssueReporting"]),
    module(
      "Architecture", "Sharing", ["ConcurrencyExtras", "CustomDump", "Dependencies", "IdentifiedCollections", "IssueReporting"]),
    module(
      "Architecture", "ComposableArchitecture",
      [
        "ArchitectureMacros", "CasePaths", "Clocks", "ConcurrencyExtras", "CustomDump", "Dependencies", "DependenciesMacros",
        "IdentifiedCollections", "IssueReporting", "Scheduling", "Sharing",
      ]),

    // Debugger: from type metadata up to one loaded session.
    module("Debugger", "Reflection"),
    module("Debugger", "ActionLanguage", ["Reflection", "ComposableArchitecture"]),
    module("Debugger", "Timeline", ["Reflection"]),
    .systemLibrary(
      name: "CEditLine", path: "Sources/Debugger/CEditLine", pkgConfig: "libedit",
      providers: [.apt(["libedit-dev"]), .brew(["libedit"])]),
    module("Debugger", "Terminal", ["CEditLine"]),
    module("Debugger", "CCrashRecovery"),
    module(
      "Debugger", "Session", ["ActionLanguage", "CCrashRecovery", "ComposableArchitecture", "Reflection", "Terminal", "Timeline"]),

    // Features and the executable.
    .target(name: "Features", dependencies: ["ComposableArchitecture", "Session"]),
    .executableTarget(name: "hindsight", dependencies: ["Features", "Scheduling", "Session", "Terminal"]),
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "ActionLanguage", "CAllocationCount", "ComposableArchitecture", "Features", "HeadlessBrowser", "PseudoTerminal",
        "Reflection", "Scheduling", "Session", "Terminal", "Timeline",
      ]),

    // Tests.
    .testTarget(
      name: "ArchitectureMacrosTests", dependencies: ["ArchitectureMacros"], path: "Tests/Architecture/MacrosTests",
      swiftSettings: compileAgainstSwiftSyntax, linkerSettings: linkSwiftSyntax),
    .target(name: "SeededRandomness", path: "Tests/Support/SeededRandomness"),
    .target(name: "HeadlessBrowser", path: "Tests/Support/HeadlessBrowser"),
    .target(name: "CIssueRecording", path: "Tests/Support/CIssueRecording"),
    .target(
      name: "IssueRecording", dependencies: ["CIssueRecording", "IssueReporting"], path: "Tests/Support/IssueRecording"),
    tests("Architecture", "IssueReporting", ["IssueRecording"]),
    tests("Architecture", "ConcurrencyExtras"),
    tests("Architecture", "Scheduling", ["ConcurrencyExtras"]),
    tests("Architecture", "IdentifiedCollections", ["SeededRandomness"]),
    tests("Architecture", "CustomDump"),
    tests("Architecture", "CasePaths"),
    tests("Architecture", "Clocks"),
    tests("Architecture", "Dependencies", ["DependenciesMacros", "Scheduling"]),
    tests("Architecture", "DependenciesMacros"),
    tests("Architecture", "Sharing"),
    tests("Architecture", "ComposableArchitecture"),
    // Feature files as they are found, in the language mode most of them are built in.
    .testTarget(
      name: "OlderSourceTests", dependencies: ["ComposableArchitecture", "IssueRecording", "XCTestDynamicOverlay"],
      path: "Tests/Architecture/OlderSourceTests", swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "StrictSourceTests", dependencies: ["ComposableArchitecture", "IssueRecording"],
      path: "Tests/Architecture/StrictSourceTests",
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency"),
        .enableUpcomingFeature("InferSendableFromCaptures"),
      ]),
    tests("Debugger", "Reflection"),
    tests("Debugger", "ActionLanguage", ["SeededRandomness"]),
    tests("Debugger", "Timeline", ["SeededRandomness"]),
    .target(
      name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal",
      linkerSettings: [.linkedLibrary("util", .when(platforms: [.linux]))]),
    .target(name: "PseudoTerminal", dependencies: ["CPseudoTerminal"], path: "Tests/Support/PseudoTerminal"),
    .executableTarget(name: "terminalProbe", dependencies: ["Terminal"], path: "Tests/Support/terminalProbe"),
    tests("Debugger", "Terminal", ["PseudoTerminal", "terminalProbe"]),
    .executableTarget(
      name: "crashProbe", dependencies: ["ComposableArchitecture", "Scheduling", "Session", "Terminal"],
      path: "Tests/Support/crashProbe"),
    .executableTarget(
      name: "outsideProbe", dependencies: ["ComposableArchitecture", "Scheduling", "Session", "Terminal"],
      path: "Tests/Support/outsideProbe"),
    tests(
      "Debugger", "Session", ["crashProbe", "Features", "HeadlessBrowser", "outsideProbe", "PseudoTerminal", "SeededRandomness"]),
    .target(
      name: "Fuzzing",
      dependencies: ["ActionLanguage", "ComposableArchitecture", "Features", "SeededRandomness", "Session", "Terminal"],
      path: "Tests/Support/Fuzzing"),
    .executableTarget(name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/Support/fuzz"),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "SeededRandomness"], path: "Tests/Support/FuzzingTests", exclude: ["Corpus"]
    ),
    .testTarget(name: "FeaturesTests", dependencies: ["ActionLanguage", "Features", "Reflection", "Session", "Terminal"]),
    // What export test makes of the saved sessions; TestExportTests writes it.
    .testTarget(name: "ExportedSessionTests", dependencies: ["ComposableArchitecture", "Features"]),
    .testTarget(name: "hindsightTests", dependencies: ["PseudoTerminal", "hindsight"]),
  ],
  swiftLanguageModes: [.v6]
)
