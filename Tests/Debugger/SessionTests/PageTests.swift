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

  @Test func anotherBranchIsChosenInThePage() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "branch first", "goto 1", "add(amount: 10)", "branch second")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        const select = document.getElementById("branch"), count = () => text("#tree .line").filter(line => line.startsWith("count"))[0];
        see(text("#branch option"), select.value, text(".row"), count(), text("#omitted"));
        select.value = 1;
        select.dispatchEvent(new Event("change"));
        see(text(".row"), text("#where"), text("#changes li"), count());
        document.getElementById("back").click();
        select.value = 0;
        select.dispatchEvent(new Event("change"));
        see(text("#where"), count());
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "second", "first", "0", "#00sthe initial state", "#1typed0sincrement", "#3typed0sadd(amount: 10)", "count: 11", "",
        "#00sthe initial state", "#1typed0sincrement", "#2typed0sincrement", "#2 of #2", "count  1 → 2", "count: 2",
        "#1 of #3", "count: 1",
      ])
    // The session is where it was.
    #expect(session.session.playback.timeline.currentEntry == 3)
    #expect(session.type("branch") == "on branch second, one of 2\n")
  }

  @Test func anAddressLeadsToTheBranchOfItsEntry() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "goto 1", "add(amount: 10)")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text, fragment: "2",
      script: Self.reading + """
        see(text("#where"), text(".row.here"), document.getElementById("branch").value);
        return seen.concat(errors);
        """)
    #expect(seen == ["#2 of #2", "#2typed0sincrement", "1"])
  }

  @Test func branchesShareTheRoomAndWhatIsLeftOutIsSaid() throws {
    let session = try TranscriptSession(.plain)
    for amount in 1...3 {
      session.type("goto start")
      for _ in 0..<4 { session.type("add(amount: \(amount))") }
    }
    let page = try SessionPage(of: session.session, limit: 5)
    let seen = try PageProbe.open(
      page.text,
      script: Self.reading + """
        const select = document.getElementById("branch");
        see(text(".row"), text("#omitted"), text("#branch option"));
        select.value = 1;
        select.dispatchEvent(new Event("change"));
        document.querySelectorAll(".row")[1].click();
        see(text(".row"), text("#changes li"), text("#tree .line").slice(0, 2), text("#omitted"));
        return seen.concat(errors);
        """)
    let omitted = "Left out, to keep the page quick: 1 earlier entry of this branch and 1 older branch."
    #expect(
      seen == [
        "#10typed0sadd(amount: 3)", "#11typed0sadd(amount: 3)", "#12typed0sadd(amount: 3)", omitted, "#12", "#8",
        "#6typed0sadd(amount: 2)", "#7typed0sadd(amount: 2)", "#8typed0sadd(amount: 2)", "count  4 → 6",
        "plain: PlainCounter.State", "count: 6", omitted,
      ])
    #expect((page.entryCount, page.omittedEntries, page.omittedBranches) == (6, 1, 1))
  }

  @Test func inputsStandBetweenTheEntriesAsInTheLog() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 2s", "advance 0s", "advance 0s", "advance 0s", "increment", "hold e1", "goto 2")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        see(text("#rows > div"), text(".input.ahead"));
        document.querySelectorAll(".input")[1].click();
        see(text("#where"), text(".row.here"), text(".input.ahead"));
        const filter = document.getElementById("filter");
        filter.value = "hold";
        filter.dispatchEvent(new Event("input"));
        see(text("#rows > div"));
        return seen.concat(errors);
        """)
    #expect(
      seen == [
        "#00sthe initial state", "#1typed0sstartTimer", "input0sadvance 2s", "#2e11stick", "#3e12stick",
        "input2sadvance 0s ×3", "#4typed2sincrement", "input2shold e1", "input2sadvance 0s ×3", "input2shold e1",
        "#4 of #4", "#4typed2sincrement", "input2shold e1",
      ])
  }

  @Test func eachBranchHasItsOwnInputs() throws {
    let session = try TranscriptSession(.plain)
    session.type("startTimer", "advance 1s", "goto 1", "advance 500ms", "increment")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text,
      script: Self.reading + """
        see(text(".input"));
        const select = document.getElementById("branch");
        select.value = 1;
        select.dispatchEvent(new Event("change"));
        see(text(".input"));
        return seen.concat(errors);
        """)
    #expect(seen == ["input0sadvance 500ms", "input0sadvance 1s"])
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

  @Test func whatWasReportedStandsBelowItsEntry() throws {
    let session = try TranscriptSession(RootFeature.named("contacts", in: RootFeature.all))
    session.type("addButtonTapped", "destination.dismiss")
    session.type("destination.addContact.setName(\"</script><img src=x>\")", "addButtonTapped")
    let seen = try PageProbe.open(
      try SessionPage(of: session.session).text, fragment: "3",
      script: Self.reading + """
        const cut = (text) => text.slice(0, 60) + (text.includes("</scr" + "ipt><img src=x>") ? " with its text" : "");
        see([...document.querySelectorAll("#rows > div")].map(row => row.className + " " + cut(row.textContent)));
        see(text("#reports li").map(cut), String(document.querySelectorAll("img").length));
        const report = document.querySelector("#rows .report").getBoundingClientRect();
        see(String(report.top - document.querySelector(".row.here").getBoundingClientRect().top));
        document.querySelectorAll(".row")[1].click();
        see(String(text("#reports li").length));
        document.querySelector("#rows .report").click();
        see(text("#where"));
        const filter = document.getElementById("filter");
        for (const wanted of ["was skipped", "dismiss", "tapped"]) {
          filter.value = wanted;
          filter.dispatchEvent(new Event("input"));
          see([...document.querySelectorAll("#rows > div")].map(row => row.className.split(" ")[0]).join(" "));
        }
        return seen.concat(errors);
        """)
    let report = "⚠ An \"ifLet\" received a presentation action when destination"
    #expect(
      seen == [
        "row #00sthe initial state", "row #1typed0saddButtonTapped", "row #2typed0sdestination.dismiss",
        "row here #3typed0sdestination.addContact.setName(\"</script><img src=x with its text",
        "report \(report) with its text", "row ahead #4typed0saddButtonTapped", "\(report) with its text", "0", "22", "0",
        "#3 of #4", "report", "row", "row row",
      ], "\(seen)")
  }

  @Test func chartsFollowTheBranchAndAMissingEntryIsSaid() throws {
    let session = try TranscriptSession(.plain)
    session.type("increment", "increment", "chart count", "undo", "add(amount: 10)", "chart count", "undo", "makeID")
    let page = try SessionPage(of: session.session).text
    let script =
      Self.reading + """
        const shown = () => [...document.querySelectorAll(".chart")].filter(chart => !chart.hidden)
          .map(chart => [...chart.querySelectorAll("text")].map(text => text.textContent).filter(text => text.startsWith("#")).join(" "));
        const choose = (number) => {
          const menu = document.getElementById("branch");
          menu.value = number;
          menu.dispatchEvent(new Event("change"));
        };
        see(text("#missing"), String(shown().length), String(document.getElementById("nochart").hidden));
        choose(1);
        see(shown());
        choose(2);
        see(shown(), String(document.getElementById("nochart").hidden));
        return seen.concat(errors);
        """
    #expect(
      try PageProbe.open(page, fragment: "99", script: script)
        == ["There is no entry #99 on this page; this is where the session was.", "0", "false", "#0 #3", "#0 #2", "true"])
    #expect(
      try PageProbe.open(page, fragment: "1", script: Self.reading + "see(text(\"#missing\")); return seen.concat(errors);") == [
        ""
      ])
  }
}
