import CaromAutomation

extension InspectorPage {
  /// The style, in light and dark colors.
  static let style =
    PageColors.style + #"""

      * { box-sizing: border-box; }
      [hidden] { display: none !important; }
      body { margin: 0; background: var(--back); color: var(--text);
        font: 15px/1.4 system-ui, sans-serif; }
      header { display: flex; flex-wrap: wrap; gap: .2rem 1.5rem; align-items: baseline;
        padding: .6rem 1rem .3rem; }
      header p { margin: 0; } output { font-variant-numeric: tabular-nums; margin-right: 1rem; }
      h1 { font-size: 1.2rem; margin: 0; } h2 { font-size: 1rem; margin: .7rem 0 .3rem; }
      h3 { font-size: .9rem; margin: .6rem 0 .2rem; color: var(--accent); }
      h1 span { font-weight: 400; color: var(--quiet); }
      .quiet { color: var(--quiet); font-size: .87em; }
      main { display: grid; gap: 1rem; padding: .2rem 1rem 3.5rem; align-items: start;
        grid-template-columns: minmax(0, 660px) minmax(11rem, 1fr) minmax(20rem, 1.6fr); }
      main > section { min-width: 0; } section h2:first-child { margin-top: 0; }
      #chooser { padding: 0 1rem; }
      .controls { display: flex; flex-wrap: wrap; gap: .35rem; align-items: center; margin: .3rem 0; }
      button, input, select { font: inherit; color: inherit; }
      button, select, input:not([type]), input[type=search], input[type=text], input[type=number] {
        background: var(--panel); border: 1px solid var(--control); border-radius: 5px;
        padding: .15rem .5rem; min-height: 1.8rem; }
      button { cursor: pointer; } button:hover { border-color: var(--accent); }
      :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
      button.link { background: none; border: 0; padding: 0; min-height: 1.5rem; color: var(--accent);
        text-align: left; overflow-wrap: anywhere; }
      button.link:hover { text-decoration: underline; }
      #play { min-width: 4.5rem; }
      fieldset { border: 0; margin: .2rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem .8rem; }
      legend { float: left; padding: 0; margin-right: .3rem; color: var(--quiet); }
      #stage { position: relative; background: var(--panel); line-height: 0; }
      #picture { width: 100%; height: auto; aspect-ratio: 16 / 9; display: block; cursor: crosshair;
        touch-action: none; }
      #overlay { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
      .box { fill: none; stroke: #ffd400; stroke-width: 2; vector-effect: non-scaling-stroke;
        paint-order: stroke; filter: drop-shadow(0 0 1px #000) drop-shadow(0 0 1px #000); }
      .box.selected { stroke: #ff2fd0; }
      .cross { stroke: #ff2fd0; stroke-width: 2; vector-effect: non-scaling-stroke; }
      .handle { stroke-width: 4; vector-effect: non-scaling-stroke; fill: none; }
      .active .handle { pointer-events: all; cursor: grab; touch-action: none; }
      .handle.x { stroke: #ff4d4d; } .handle.y { stroke: #3fcf5a; } .handle.z { stroke: #4d8dff; }
      rect.handle.x, circle.handle.x { fill: #ff4d4d; } rect.handle.y, circle.handle.y { fill: #3fcf5a; }
      rect.handle.z, circle.handle.z { fill: #4d8dff; }
      #pictureHelp { margin: .2rem 0; }
      #selector { flex: 1 1 12rem; min-width: 8rem; }
      #matches { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 .8rem;
        max-height: 6rem; overflow: auto; }
      .track { position: relative; height: 34px; background: var(--panel); border-radius: 3px; }
      #lanes { display: block; width: 100%; height: 34px; }
      #cursor { position: absolute; top: 0; bottom: 0; width: 2px; margin-left: -1px;
        background: var(--text); pointer-events: none; }
      #tick { width: 100%; margin: .2rem 0; display: block; accent-color: var(--accent); }
      .legend { margin: 0 0 .3rem; } .legend span { margin-right: .8rem; }
      .legend span::before { content: '▮ '; }
      .input { color: var(--input); } .contact { color: var(--contact); } .sound { color: var(--sound); }
      .hash { color: var(--accent); }
      .number.input, input { color: var(--text); }
      .scroll { overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
      .scroll.short { max-height: 11rem; } .scroll.tall { max-height: calc(100vh - 9.5rem); padding: 0 .5rem .5rem; }
      table { border-collapse: collapse; width: 100%; font-size: .87rem; table-layout: fixed; }
      th { text-align: left; font-weight: 600; } #log th { position: sticky; top: 0; background: var(--panel); }
      th, td { padding: .1rem .45rem; vertical-align: top; overflow-wrap: anywhere; }
      #log th:nth-child(1) { width: 4.5rem; } #log th:nth-child(2) { width: 5rem; }
      .plain th { width: 5.5rem; } .plain td:last-child { width: 4.6rem; }
      .plain td, .plain th { border-bottom: 1px solid var(--line); }
      summary { cursor: pointer; }
      #tree { list-style: none; margin: 0; padding: 0; max-height: calc(100vh - 6.5rem); overflow: auto;
        border: 1px solid var(--line); border-radius: 4px; }
      [role=treeitem] { padding: .12rem .3rem; cursor: pointer; white-space: nowrap; overflow: hidden;
        text-overflow: ellipsis; min-height: 1.5rem; }
      [role=treeitem]:hover { background: var(--panel); }
      [role=treeitem][aria-selected=true] { background: var(--fresh); box-shadow: inset 3px 0 var(--accent); }
      [role=treeitem]:focus-visible { outline-offset: -2px; }
      .twist { display: inline-block; width: 1.1rem; color: var(--quiet); }
      .role { font-size: .78rem; border: 1px solid var(--line); border-radius: .6rem; padding: 0 .4rem; }
      .property { display: grid; grid-template-columns: minmax(0, 1fr) auto;
        gap: .1rem .5rem; align-items: center; padding: .2rem 0; border-bottom: 1px solid var(--line); }
      .property .name { overflow-wrap: anywhere; } .property.changed .name { font-weight: 650; }
      .property .hint { grid-column: 1 / -1; }
      .property .save { grid-area: 1 / 2; }
      .problem { color: var(--old); font-weight: 600; } .problem:empty { display: none; }
      [aria-invalid] { border-color: var(--old) !important; }
      input[type=number] { appearance: textfield; }
      input[type=number]::-webkit-inner-spin-button { display: none; }
      .property input.number { width: 100%; min-width: 3.2rem; } .property input.wide { width: 100%; }
      .property input[type=checkbox] { justify-self: start; width: 1.1rem; height: 1.1rem; }
      .vector { display: flex; gap: .25rem; min-width: 0; } .vector input { flex: 1 1 0; min-width: 0; padding: .15rem .25rem; font-size: .9rem; }
      .save { font-size: .85rem; }
      pre { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; margin: .3rem 0;
        padding: .4rem .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap;
        overflow-wrap: anywhere; font-size: .83rem; }
      dialog { background: var(--back); color: var(--text); border: 1px solid var(--line); border-radius: 8px;
        width: min(46rem, 94vw); } dialog::backdrop { background: rgb(0 0 0 / .45); }
      .old { color: var(--old); } .new { color: var(--new); } pre .old, pre .new { display: block; }
      #message { position: fixed; left: 1rem; right: 1rem; bottom: .6rem; margin: 0; width: fit-content;
        max-width: 90vw; padding: .3rem .8rem; border-radius: 6px; background: var(--text);
        color: var(--back); overflow-wrap: anywhere; pointer-events: none; }
      #message:empty { display: none; }
      @media (max-width: 75rem) { main { grid-template-columns: minmax(0, 1fr) minmax(18rem, 26rem); }
        .view { grid-row: span 2; } .nodes #tree { max-height: 16rem; }
        .scroll.tall { max-height: 70vh; } }
      @media (max-width: 52rem) { main { grid-template-columns: minmax(0, 1fr); padding: .2rem .6rem 3rem; }
        header { padding: .5rem .6rem .2rem; } .view { grid-row: auto; } }
      """#
}
