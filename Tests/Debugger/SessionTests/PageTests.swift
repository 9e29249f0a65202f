import Features
import HeadlessBrowser
import Testing

@testable import Session

/// The exported page in a real browser: what it shows, and what happens when it is used.
@Suite(.enabled(if: HeadlessBrowser.found != nil), .serialized) struct PageTests {
  /// Reads of the page what a person sees of it.
  private static let reading = """
    const text = (selector) => [...document.querySelectorAll(selector)].map(element => element.textContent);
    const seen = [];
    const see = (...values) => seen.push(...values.flat());
    const key = (name) => document.getElementById("log").dispatchEvent(new KeyboardEvent("keydown", { key: name }));

    """

  private func counted() throws -> String {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 3s", "makeID", "undo", "increment", "goto 3", "chart count")
    return try SessionPage(of: session.session).text
  }

  @Test func itOpensWhereTheUserWas() throws {
    let seen = try PageProbe.open(
      try counted(),
      script: Self.reading + """
        see(document.title, text("#where"), document.getElementById("slider").value, text(".row.here"), text("#changes li"));
        see(text("#tree .line"));
        see(String(document.querySelectorAll("svg").length), text(".row.ahead"));
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "plain · Hindsight", "#3 of #6", "3", "#3e12stick", "count  1 → 2",
        "plain: PlainCounter.State", "count: 2", "fact: nil", "ids: empty", "isTimerOn: true",
        "1", "#4e13stick", "#6typed3sincrement",
      ])
  }

  @Test func everyWayToMoveMoves() throws {
    let seen = try PageProbe.open(
      try counted(),
      script: Self.reading + """
        const count = () => text("#tree .line").filter(line => line.startsWith("count"))[0];
        document.querySelectorAll(".row")[2].click();
        see(count(), text("#changes li"));
        document.getElementById("next").click();
        see(count());
        document.getElementById("back").click();
        document.getElementById("back").click();
        see(count(), text("#changes li"));
        key("ArrowDown");
        see(count());
        key("PageDown");
        see(text("#where"), count());
        const slider = document.getElementById("slider");
        slider.value = 0;
        slider.dispatchEvent(new Event("input"));
        see(text("#where"), count());
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "count: 1", "count  0 → 1", "count: 2", "count: 0", "isTimerOn  false → true", "count: 1", "#6 of #6", "count: 4",
        "#0 of #6", "count: 0",
      ])
  }

  @Test func anAddressNamesAnEntryAndAFilterHidesTheOthers() throws {
    let seen = try PageProbe.open(
      try counted(), fragment: "6",
      script: Self.reading + """
        see(text("#where"));
        const filter = document.getElementById("filter");
        filter.value = "TIMER";
        filter.dispatchEvent(new Event("input"));
        see(text(".row"), document.getElementById("branches").textContent);
        return seen.concat(errors);
        """)
    #expect(seen.dropLast() == ["#6 of #6", "#1typed0sstartTimer"])
    #expect(seen.last?.contains("#5") == true, "the other branch is in the picture: \(seen)")
  }

  @Test func aLongLogOpensAtItsEntryAndDrawsOnlyWhatIsSeen() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 3000s", "undo", "redo")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        const log = document.getElementById("log"), row = document.querySelector(".row.here").getBoundingClientRect();
        see(text(".row.here"), String(row.top >= log.getBoundingClientRect().top && row.bottom <= innerHeight));
        see(String(text(".row").length < 100));
        return seen.concat(errors);
        """)
    #expect(seen == ["#3001e150mtick", "true", "true"])
  }

  @Test func pathPresentationAndDestinationStandOut() throws {
    let root = try RootFeature.named("standups", in: RootFeature.all)
    let session = try TranscriptSession(root, scenario: "samples")
    session.type("standupsList.standups[0].tapped", "standupTapped(id: $standupsList.standups[0].id)", "editButtonTapped")
    #expect(session.type("where").contains("sheet editStandup"), "\(session.output)")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        for (const mark of ["path", "presentation", "destination"]) {
          const lines = [...document.querySelectorAll("#tree .line." + mark + " .label")];
          see(mark + " " + lines.length + " " + lines.map(line => getComputedStyle(line, "::before").content).join(""));
        }
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "path 1 \"▶ \"", "presentation 1 \"● \"", "destination 2 \"◆ \"\"◆ \"",
      ])
  }

  @Test func dataStaysData() throws {
    let session = try TranscriptSession(.plain)
    session.type(
      #"set fact = "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">""#)
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        see(document.title, String(document.querySelectorAll("img").length));
        see(text("#tree .line").filter(line => line.startsWith("fact")));
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "plain · Hindsight", "0",
        #"fact: "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'taken'\">""#,
      ])
  }
}
