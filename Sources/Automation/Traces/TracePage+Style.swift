extension TracePage {
  /// The script of a page.
  static let script = [decoding, views, controls].joined(separator: "\n\n")

  /// The elements of a page; the script fills them.
  static let body = #"""
    <nav id="timeline" aria-label="Timeline">
    <div class="controls">
    <button id="start" type="button" aria-label="First tick">|◀</button>
    <button id="back" type="button" aria-label="Previous tick">◀</button>
    <button id="play" type="button" aria-pressed="false">Play</button>
    <button id="forward" type="button" aria-label="Next tick">▶</button>
    <button id="end" type="button" aria-label="Last tick">▶|</button>
    <button id="failure" type="button">Failure</button>
    <output id="now" for="tick"></output>
    <a id="save" href="#" hidden>Save the recording</a>
    </div>
    <div class="track">
    <canvas id="lanes" aria-hidden="true"></canvas>
    <div id="cursor" aria-hidden="true"></div>
    </div>
    <input id="tick" type="range" min="0" value="0" step="1" aria-label="Tick">
    <div class="controls">
    <label for="filter">Filter</label>
    <input id="filter" type="search" placeholder="ball position" aria-describedby="found">
    <button id="previousMatch" type="button">Previous match</button>
    <button id="nextMatch" type="button">Next match</button>
    <span id="found" role="status"></span>
    </div>
    </nav>
    <main>
    <p id="why" class="problem"></p>
    <section class="left" aria-label="Picture and steps">
    <figure class="frame">
    <img id="picture" alt="">
    <figcaption id="caption"></figcaption>
    </figure>
    <h2>Steps</h2>
    <ol id="steps"></ol>
    </section>
    <section class="right" aria-label="State and log">
    <div role="tablist" aria-label="Views">
    <button id="changesTab" type="button" role="tab" aria-controls="changesPanel" aria-selected="true">
    Changes <span class="count"></span></button>
    <button id="stateTab" type="button" role="tab" aria-controls="statePanel" aria-selected="false"
    tabindex="-1">State</button>
    <button id="logTab" type="button" role="tab" aria-controls="logPanel" aria-selected="false"
    tabindex="-1">Log <span class="count"></span></button>
    </div>
    <div id="changesPanel" role="tabpanel" aria-labelledby="changesTab">
    <p id="changeCount" class="quiet"></p>
    <div class="scroll" tabindex="0" role="region" aria-label="Changes of this tick">
    <table id="changes"><thead><tr><th scope="col">Node</th><th scope="col">Property</th>
    <th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody></tbody></table></div>
    </div>
    <div id="statePanel" role="tabpanel" aria-labelledby="stateTab" hidden>
    <p><label for="subject">Of</label> <select id="subject"></select></p>
    <div class="scroll" tabindex="0" role="region" aria-label="State at this tick">
    <table id="state"><thead><tr><th scope="col">Property</th><th scope="col">Value</th>
    <th scope="col">Since tick</th></tr></thead><tbody></tbody></table></div>
    </div>
    <div id="logPanel" role="tabpanel" aria-labelledby="logTab" hidden>
    <div id="kinds" role="group" aria-label="Kinds of lines"></div>
    <p id="logCount" class="quiet"></p>
    <div id="logBox" class="scroll" tabindex="0" role="region" aria-label="Log">
    <table id="log"><thead><tr><th scope="col">Tick</th><th scope="col">Kind</th>
    <th scope="col">Text</th></tr></thead><tbody></tbody></table></div>
    </div>
    <p class="quiet keys">Keys: <kbd>←</kbd> <kbd>→</kbd> a tick, with <kbd>Shift</kbd> ten;
    <kbd>Page</kbd> sixty; <kbd>Space</kbd> plays; <kbd>F</kbd> failure; <kbd>N</kbd> <kbd>P</kbd>
    next and previous match; <kbd>/</kbd> filter.</p>
    </section>
    </main>
    <noscript><p>This page needs JavaScript to show the trace.</p></noscript>
    """#

  /// The style of a page, in light and dark colors.
  static let style =
    PageColors.style + #"""

      * { box-sizing: border-box; }
      [hidden] { display: none !important; }
      body { margin: 0; background: var(--back); color: var(--text);
        font: 15px/1.45 system-ui, sans-serif; }
      header { padding: .8rem 1rem .2rem; }
      header p { margin: .2rem 0; color: var(--quiet); overflow-wrap: anywhere; }
      header p > * { margin-right: 1em; }
      h1 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1rem 0 .3rem; }
      a { color: var(--accent); }
      .quiet { color: var(--quiet); font-size: .87em; }
      .status, .mark { font-size: .78rem; font-weight: 600; padding: .05rem .45rem; border-radius: .7rem;
        border: 1px solid currentcolor; color: var(--other); white-space: nowrap; }
      .status.passed, .mark.passed { color: var(--passed); }
      .status.failed, .mark.failed { color: var(--failed); }
      .status.skipped, .mark.skipped { color: var(--quiet); }
      #timeline { position: sticky; top: 0; z-index: 2; padding: .4rem 1rem .5rem; background: var(--back);
        border-bottom: 1px solid var(--line); }
      .controls { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
      #now { font-variant-numeric: tabular-nums; margin: 0 .5rem; min-width: 15rem; }
      .track { position: relative; height: 66px; margin: .4rem 0 0; background: var(--panel); }
      canvas { display: block; width: 100%; height: 66px; cursor: ew-resize; touch-action: none; }
      #cursor { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; pointer-events: none;
        background: var(--text); }
      #tick { width: 100%; margin: .1rem 0 .3rem; display: block; accent-color: var(--accent); }
      button, input, select { font: inherit; color: inherit; }
      button, select, input[type=search] { background: var(--panel); border: 1px solid var(--line);
        border-radius: 5px; padding: .2rem .6rem; min-height: 1.9rem; }
      button:hover { border-color: var(--accent); }
      button:focus-visible, input:focus-visible, select:focus-visible, a:focus-visible,
      .scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
      button.link { background: none; border: 0; padding: 0; min-height: 0; color: var(--accent);
        text-align: left; cursor: pointer; overflow-wrap: anywhere; }
      button.link:hover { text-decoration: underline; }
      main { display: grid; grid-template-columns: minmax(18rem, 26rem) minmax(0, 1fr); gap: 1.2rem;
        padding: .8rem 1rem 1.5rem; align-items: start; }
      main.index { display: block; }
      .frame { margin: 0; } .frame img { width: 100%; aspect-ratio: 16 / 9; background: var(--panel);
        display: block; border-radius: 4px; }
      figcaption { color: var(--quiet); font-size: .87em; }
      #steps { list-style: none; margin: 0; padding: 0; }
      #steps li { margin: .25rem 0; scroll-margin: 15rem 0 1rem; }
      #why { grid-column: 1 / -1; margin: 0; font-weight: 600; overflow-wrap: anywhere; }
      #why:empty { display: none; }
      @media (max-height: 36rem) { #timeline { position: static; } #steps li { scroll-margin: 1rem; } }
      button.step { display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; width: 100%;
        text-align: left; cursor: pointer; }
      button.step .text { flex: 1 1 12rem; overflow-wrap: anywhere; }
      button.step[aria-current] { border-color: var(--accent); box-shadow: inset 3px 0 var(--accent); }
      pre { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: .4rem .6rem;
        margin: .3rem 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
      .problem { color: var(--failed); }
      #steps p { margin: .2rem .6rem; overflow-wrap: anywhere; } details { margin: .2rem .6rem; }
      .selector { font-family: ui-monospace, monospace; font-size: .82rem; }
      .comparison { margin: .4rem 0; } .comparison img { width: 100%; display: block; }
      .stack { position: relative; overflow: hidden; } .stack .over { position: absolute; inset: 0; height: 100%; }
      .edge { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px; background: #ff2fd0; }
      .comparison label input { width: 100%; }
      [role=tablist] { display: flex; gap: .3rem; border-bottom: 1px solid var(--line); }
      [role=tab] { border-bottom: 0; border-radius: 5px 5px 0 0; background: none; }
      [role=tab][aria-selected=true] { background: var(--panel); box-shadow: inset 0 3px var(--accent); }
      .count { color: var(--quiet); font-size: .85em; font-variant-numeric: tabular-nums; }
      .right p { margin: .5rem 0; }
      .scroll { max-height: 62vh; overflow: auto; border: 1px solid var(--line); border-radius: 4px;
        position: relative; }
      table { border-collapse: collapse; width: 100%; font-size: .88rem; table-layout: fixed; }
      th { position: sticky; top: 0; background: var(--panel); text-align: left; font-weight: 600; }
      th, td { padding: .15rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top;
        overflow-wrap: anywhere; }
      #changes th:nth-child(1) { width: 20%; } #changes th:nth-child(2) { width: 24%; }
      #state th:nth-child(1) { width: 36%; } #state th:nth-child(3) { width: 7rem; }
      #log th:nth-child(1) { width: 4.5rem; } #log th:nth-child(2) { width: 5.5rem; }
      td.old, td.new { font-family: ui-monospace, monospace; font-size: .8rem; }
      #changes td.old { color: var(--old); } #changes td.new { color: var(--new); }
      tr.fresh td { background: var(--fresh); } tr.later td { color: var(--quiet); }
      td.kind { white-space: nowrap; } td.input { color: var(--input); } td.contact { color: var(--contact); }
      td.sound { color: var(--sound); }
      #kinds { display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .5rem 0; }
      .plain { width: auto; table-layout: auto; margin: .3rem .6rem; } #filter { min-width: 8rem; flex: 0 1 18rem; }
      #subject { max-width: 100%; } kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .25rem; }
      @media (max-width: 50rem) { main { grid-template-columns: minmax(0, 1fr); gap: .6rem; }
        #timeline { position: static; padding: .4rem .6rem; } header, main { padding-left: .6rem; padding-right: .6rem; }
        #now { min-width: 0; } .scroll { max-height: 70vh; }
        main.index { padding-left: .6rem; padding-right: .6rem; } }
      """#
}
