/// The page of the inspector: plain HTML, CSS and JavaScript without a build step.
enum InspectorPage {
  /// The elements; the script fills them.
  static let html = #"""
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Inspector</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="inspector/style.css">
    <script src="inspector/script.js" defer></script>
    </head>
    <body>
    <header>
    <h1>Inspector <span id="scene"></span></h1>
    <p><output aria-live="off" id="now">loading</output> <output aria-live="off" id="game"></output>
    <output aria-live="off" id="rate" aria-label="Pictures per second"></output></p>
    </header>
    <section id="chooser" aria-label="Sessions" hidden>
    <h2>Sessions</h2>
    <ul id="sessions"></ul>
    <form id="startForm"><label for="startScene">Game or scene</label>
    <input id="startScene" list="games" required><datalist id="games"></datalist>
    <button>Start</button></form>
    </section>
    <main id="main" hidden>
    <section class="view" aria-label="Picture and time">
    <div class="controls" role="toolbar" aria-label="Time">
    <button id="start" type="button" aria-label="First tick">|◀</button>
    <button id="back" type="button" aria-label="Previous tick">◀</button>
    <button id="play" type="button" aria-pressed="false">Play</button>
    <button id="step" type="button" aria-label="Next tick">▶</button>
    <button id="end" type="button" aria-label="Last tick">▶|</button>
    <button id="reset" type="button">Restart</button>
    <label for="speed">Speed</label>
    <select id="speed"><option value="0.1">0.1×</option><option value="0.25">0.25×</option>
    <option value="1" selected>1×</option><option value="4">4×</option></select>
    <label for="size">Size</label>
    <select id="size"><option value="320x180">320×180</option>
    <option value="640x360" selected>640×360</option><option value="960x540">960×540</option>
    <option value="1280x720">1280×720</option></select>
    </div>
    <fieldset class="modes"><legend>A click in the picture</legend>
    <label><input type="radio" name="mode" value="select" checked> selects</label>
    <label><input type="radio" name="mode" value="move"> moves</label>
    <label><input type="radio" name="mode" value="turn"> turns</label>
    <label><input type="radio" name="mode" value="scale"> scales</label>
    <label><input type="radio" name="mode" value="input"> goes to the game, as do keys</label>
    </fieldset>
    <div id="stage">
    <canvas id="picture" role="img" tabindex="0" width="640" height="360"
    aria-label="Picture of the game" aria-describedby="pictureHelp"></canvas>
    <svg id="overlay" aria-hidden="true"></svg>
    </div>
    <p id="pictureHelp" class="quiet">Arrow keys move the cross, and Enter selects the node below it.</p>
    <form id="search" class="controls" role="search">
    <label for="selector">Selector</label>
    <input id="selector" type="search" placeholder="//node[@role='pearl'], css:node, ball"
    autocomplete="off" spellcheck="false" aria-describedby="found">
    <button>Find</button>
    <span id="found" role="status"></span>
    </form>
    <ol id="matches" aria-label="Matches"></ol>
    <h2>Time line</h2>
    <div class="track"><canvas id="lanes" aria-hidden="true"></canvas>
    <div id="cursor" aria-hidden="true"></div></div>
    <input id="tick" type="range" min="0" max="0" value="0" step="1" aria-label="Tick">
    <p class="quiet legend"><span class="input">input</span> <span class="contact">contacts</span>
    <span class="sound">sounds</span> <span class="hash">hashes</span></p>
    <div class="scroll short" tabindex="0" role="region" aria-label="Events, contacts, sounds and hashes">
    <table id="log"><thead><tr><th scope="col">Tick</th><th scope="col">Kind</th>
    <th scope="col">Text</th></tr></thead><tbody></tbody></table></div>
    <h2>Record</h2>
    <div class="controls"><label for="language">What happened so far, as a</label>
    <select id="language"><option value="feature">feature</option>
    <option value="swift">Swift test</option><option value="python">Python test</option></select>
    <button id="write" type="button">Write the test</button>
    <button id="copyTest" type="button" hidden>Copy</button></div>
    <pre id="test" tabindex="0" role="region" aria-label="Test" hidden></pre>
    </section>
    <section class="nodes" aria-label="Nodes">
    <h2 id="treeTitle">Nodes</h2>
    <ul id="tree" role="tree" aria-labelledby="treeTitle"></ul>
    </section>
    <section class="properties" aria-label="Properties">
    <h2>Properties <span id="subject" class="quiet" role="status"></span></h2>
    <div class="controls">
    <button id="ofScene" type="button">Scene</button>
    <button id="ofGame" type="button">Game</button>
    <label for="filter">Filter</label><input id="filter" type="search" autocomplete="off">
    <label><input id="changed" type="checkbox"> changed only</label>
    </div>
    <details id="copies" hidden><summary>Selectors to copy</summary><table id="copyTable"
    class="plain"><tbody></tbody></table></details>
    <div id="properties" class="scroll tall" tabindex="0" role="region"
    aria-label="Properties of the selected node"></div>
    </section>
    </main>
    <dialog id="saveDialog" aria-labelledby="saveTitle">
    <h2 id="saveTitle">Save to <span id="saveFile"></span></h2>
    <pre id="difference" tabindex="0" role="region" aria-label="Difference"></pre>
    <div class="controls"><button id="saveWrite" type="button">Write the file</button>
    <button id="saveCancel" type="button">Cancel</button></div>
    </dialog>
    <p id="message" role="status"></p>
    <noscript><p>This page needs JavaScript.</p></noscript>
    </body>
    </html>

    """#

  /// The script, in parts that share one scope.
  static let script = [core, pictures, nodes, values, time, handles].joined(separator: "\n\n")
}
