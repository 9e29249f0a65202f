/// The page around a session's data.
enum PageTemplate {
  /// The whole page.
  ///
  /// - Parameters:
  ///   - title: The title, as markup.
  ///   - data: The session as JSON without `<`.
  ///   - charts: Pictures, as markup.
  static func html(title: String, data: String, charts: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title) · Hindsight</title>
    <style>\(style)</style>
    </head>
    <body>
    <header>
      <h1>\(title)</h1>
      <button id="back" title="one entry back">◀</button>
      <input id="slider" type="range" min="0" value="0" aria-label="entry">
      <button id="next" title="one entry forward">▶</button>
      <output id="where"></output>
      <select id="branch" aria-label="branch"></select>
      <input id="filter" type="search" placeholder="filter actions" aria-label="filter">
    </header>
    <p id="omitted"></p>
    <p id="missing"></p>
    <main>
      <section id="log" tabindex="0"><div id="rows"></div></section>
      <section><h2>Changes</h2><ul id="changes"></ul><ul id="reports"></ul><h2>State</h2><div id="tree"></div></section>
    </main>
    \(charts)
    <section><h2>Branches</h2><pre id="branches"></pre></section>
    <script type="application/json" id="data">\(data)</script>
    <script>\(script)</script>
    </body>
    </html>

    """
  }

  private static let style = """

    :root { color-scheme: light dark; --line: #8884; --accent: #0969da; --added: #1a7f37; --removed: #cf222e; }
    body { font: 14px/1.5 system-ui, sans-serif; margin: 0; }
    header { display: flex; gap: .6em; align-items: center; padding: .6em 1em; border-bottom: 1px solid var(--line); position: sticky; top: 0; background: Canvas; }
    h1 { font-size: 1.1em; margin: 0; } h2 { font-size: 1em; margin: .8em 0 .3em; }
    #omitted, #missing { margin: 0; padding: .3em 1em; opacity: .75; } #omitted:empty, #missing:empty { display: none; }
    #slider { flex: 1; } #where { min-width: 9em; font-variant-numeric: tabular-nums; }
    main { display: grid; grid-template-columns: minmax(22em, 2fr) 3fr; }
    section { padding: 0 1em; } svg { max-width: 100%; height: auto; }
    #log { height: 75vh; overflow: auto; position: relative; padding: 0; border-right: 1px solid var(--line); font: 13px/22px ui-monospace, monospace; }
    #rows { position: relative; }
    .row, .input, .report { position: absolute; left: 0; right: 0; height: 22px; padding: 0 .6em; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; cursor: pointer; }
    .row.here { background: var(--accent); color: #fff; } .row.ahead { opacity: .55; }
    .row b, .input b { display: inline-block; min-width: 4.5em; font-weight: normal; opacity: .7; } .row i, .input i { display: inline-block; min-width: 4em; opacity: .7; }
    .input { opacity: .7; } .input.ahead { opacity: .45; }
    .report, #reports { color: var(--removed); } .report { padding-left: 2em; } .report.ahead { opacity: .55; }
    #reports { list-style: none; padding: 0; margin: 0; font: 13px/1.5 ui-monospace, monospace; } #reports:empty { display: none; }
    #changes { list-style: none; padding: 0; margin: 0; } #changes, #tree { font: 13px/1.5 ui-monospace, monospace; }
    .added { color: var(--added); } .removed { color: var(--removed); }
    .line { white-space: pre-wrap; overflow-wrap: anywhere; }
    .line.changed { background: #ffd33d44; }
    .path > .label::before { content: "▶ "; } .presentation > .label::before { content: "● "; }
    .destination > .label::before { content: "◆ "; } .alert > .label::before { content: "◆ "; }
    .path, .presentation, .destination, .alert { font-weight: 600; color: var(--accent); }
    .text { opacity: .85; }
    @media (max-width: 50em) { main { grid-template-columns: 1fr; } #log { height: 40vh; border-right: 0; } }

    """

  private static let script = """

    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const byId = id => document.getElementById(id);
    const rowHeight = 22, cacheDistance = 256;
    // The entries of the chosen branch, by their places in the data; where one of them is the current one; which rows pass the
    // filter: [where the entry is on the branch, null], before it [the same, an input that has no entry of its own], and below either
    // [the same, the same, an issue that was reported there].
    let branch = -1, path = [], here = 0, shown = [];
    const entry = index => data.entries[path[index]];
    const range = (start, count) => Array.from({ length: count }, (_, offset) => start + offset);
    function pathOf(number) {
      let [, origin, start, count] = data.branches[number];
      const pieces = [range(start, count)];
      while (origin >= 0) {
        const end = origin;
        [, origin, start, count] = data.branches[ownerOf(end)];
        pieces.push(range(start, end - start + 1));
      }
      return pieces.reverse().flat();
    }
    function ownerOf(place) { return data.branches.findIndex(([, , start, count]) => start <= place && place < start + count); }
    // The lines of every 256th state; those between are made from the one before.
    const cache = new Map();
    function apply(lines, [start, removed, inserted]) {
      return lines.slice(0, start).concat(inserted, lines.slice(start + removed));
    }
    function linesAt(index) {
      let from = index - index % cacheDistance, lines = cache.get(path[from]);
      while (!lines && from > 0) { from -= cacheDistance; lines = cache.get(path[from]); }
      if (!lines) { lines = apply([], data.states[path[0]]); cache.set(path[0], lines); }
      for (let next = from + 1; next <= index; next++) {
        lines = apply(lines, data.states[path[next]]);
        if (next % cacheDistance === 0) cache.set(path[next], lines);
      }
      return lines;
    }
    function changes(index) {
      if (index === 0) return { list: [], lines: new Set() };
      const [start, removed, inserted] = data.states[path[index]];
      const old = linesAt(index - 1).slice(start, start + removed).map(line => data.lines[line]);
      const now = inserted.map(line => data.lines[line]);
      const byPath = new Map(old.map(line => [line[4] + " " + line[1], line]));
      const list = [], touched = new Set();
      let below = null;
      for (const line of now) {
        const key = line[4] + " " + line[1], was = byPath.get(key);
        byPath.delete(key);
        if (was && was[2] === line[2]) continue;
        touched.add(line);
        if (below !== null && line[0] > below) continue;
        below = was ? null : line[0];
        list.push({ path: line[4] || line[1], old: was ? was[2] : null, now: line[2] });
      }
      below = null;
      for (const line of byPath.values()) {
        if (below !== null && line[0] > below) continue;
        below = line[0];
        list.push({ path: line[4] || line[1], old: line[2], now: null });
      }
      return { list, lines: touched };
    }
    function element(name, className, text) {
      const result = document.createElement(name);
      if (className) result.className = className;
      if (text !== undefined) result.textContent = text;
      return result;
    }
    function drawLog() {
      const log = byId("log"), rows = byId("rows");
      const first = Math.max(0, Math.floor(log.scrollTop / rowHeight) - 5);
      const last = Math.min(shown.length, first + Math.ceil(log.clientHeight / rowHeight) + 10);
      rows.replaceChildren(...shown.slice(first, last).map(([index, input, report], offset) => {
        const isAhead = index > here && !(index === path.length && here === index - 1);
        if (report !== undefined) {
          const line = element("div", "report" + (isAhead ? " ahead" : ""), reportText(report));
          line.style.top = (first + offset) * rowHeight + "px";
          line.title = report;
          line.onclick = () => go(index);
          return line;
        }
        const [number, cause, time, action] = input ? ["", "input", input[0], inputText(input)] : entry(index);
        const kind = input ? "input" : "row";
        const row = element("div", kind + (index === here && !input ? " here" : isAhead ? " ahead" : ""));
        row.style.top = (first + offset) * rowHeight + "px";
        row.append(element("b", "", input ? "" : "#" + number), element("i", "", cause), element("i", "", time), action);
        row.title = action;
        row.onclick = () => go(index);
        return row;
      }));
    }
    function reportText(report) { return "⚠ " + report; }
    function inputText([, text, count]) { return text + (count > 1 ? " ×" + count : ""); }
    // Rows are drawn where they are seen; the log scrolls as if all were.
    function fitLog() { byId("rows").style.height = shown.length * rowHeight + "px"; }
    function go(index) {
      here = Math.max(0, Math.min(path.length - 1, index));
      byId("slider").value = here;
      byId("where").textContent = "#" + entry(here)[0] + " of #" + entry(path.length - 1)[0];
      const found = changes(here);
      byId("changes").replaceChildren(...(found.list.length ? found.list : [null]).map(change => {
        const item = element("li", "line");
        if (!change) { item.textContent = here ? "no change" : ""; return item; }
        item.append(change.path + "  ");
        if (change.old !== null) item.append(element("span", "removed", change.old || "gone"));
        if (change.old !== null && change.now !== null) item.append(" → ");
        if (change.now !== null) item.append(element("span", "added", change.now || "new"));
        return item;
      }));
      byId("reports").replaceChildren(...(entry(here)[5] || []).map(report => element("li", "line", reportText(report))));
      byId("tree").replaceChildren(...linesAt(here).map(number => {
        const line = data.lines[number];
        const row = element("div", "line " + line[3] + (found.lines.has(line) ? " changed" : ""));
        row.style.paddingLeft = line[0] * 1.4 + "em";
        row.append(element("span", "label", line[1] + (line[2] && line[1] ? ": " : "")), element("span", "text", line[2]));
        return row;
      }));
      const place = shown.findIndex(([index, input, report]) => index === here && !input && report === undefined), log = byId("log"), top = place * rowHeight;
      if (place >= 0 && (top < log.scrollTop || top + rowHeight > log.scrollTop + log.clientHeight)) log.scrollTop = top - log.clientHeight / 2;
      drawLog();
    }
    // Shows another branch, at the same entry if it has that, else at its end.
    function choose(number, place) {
      if (number !== branch) {
        branch = number;
        path = pathOf(number);
        byId("branch").value = number;
        byId("slider").max = path.length - 1;
        byId("omitted").textContent = omitted();
        showCharts();
        filter();
      }
      const index = path.indexOf(place);
      go(index < 0 ? path.length - 1 : index);
    }
    // A chart ends with an entry; branches without that have nothing to do with it.
    function showCharts() {
      const charts = [...document.querySelectorAll(".chart")];
      for (const chart of charts) chart.hidden = !path.includes(Number(chart.dataset.place));
      if (charts.length) byId("nochart").hidden = charts.some(chart => !chart.hidden);
    }
    function omitted() {
      const count = data.branches[branch][4], others = data.omittedBranches;
      const texts = [];
      if (count) texts.push(count + (count === 1 ? " earlier entry" : " earlier entries") + " of this branch");
      if (others) texts.push(others + (others === 1 ? " older branch" : " older branches"));
      return texts.length ? "Left out, to keep the page quick: " + texts.join(" and ") + "." : "";
    }
    function filter() {
      const wanted = byId("filter").value.toLowerCase();
      shown = [];
      const passes = text => text.toLowerCase().includes(wanted);
      // What is reported stands below what passes; else it must pass itself.
      const addRow = (index, input, text, reports) => {
        const isShown = passes(text);
        if (isShown) shown.push([index, input]);
        for (const report of reports || []) if (isShown || passes(report)) shown.push([index, input, report]);
      };
      const add = (index, inputs) => {
        for (const input of inputs || []) addRow(index, input, inputText(input), input[3]);
      };
      path.forEach((place, index) => {
        const [, , , action, inputs, reports] = data.entries[place];
        add(index, inputs);
        addRow(index, null, action, reports);
      });
      add(path.length, data.branches[branch][5]);
      fitLog();
      drawLog();
    }
    byId("branch").append(...data.branches.map(([name], number) => {
      const option = element("option", "", name);
      option.value = number;
      return option;
    }));
    byId("branch").hidden = data.branches.length === 1;
    byId("branch").onchange = event => choose(Number(event.target.value), path[here]);
    byId("slider").oninput = event => go(Number(event.target.value));
    byId("back").onclick = () => go(here - 1);
    byId("next").onclick = () => go(here + 1);
    byId("log").onscroll = drawLog;
    byId("log").onkeydown = event => {
      const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 }[event.key];
      if (step) { go(here + step); event.preventDefault(); }
    };
    byId("filter").oninput = filter;
    byId("branches").textContent = data.drawing;
    window.onresize = drawLog;
    // `page.html#3` is the page at entry 3.
    function followAddress() {
      const number = Number(location.hash.slice(1));
      const found = location.hash.length > 1 ? data.entries.findIndex(entry => entry[0] === number) : -1;
      byId("missing").textContent = location.hash.length > 1 && found < 0
        ? "There is no entry " + location.hash + " on this page; this is where the session was." : "";
      const place = found < 0 ? data.here : found;
      choose(path.includes(place) ? branch : place === data.here ? 0 : ownerOf(place), place);
    }
    window.onhashchange = followAddress;
    followAddress();

    """
}
