import CaromGherkin
import FoundationEssentials

extension Trace {
  /// The page: a self-contained HTML file whose content security policy allows its own script only.
  public var page: String {
    let policy = TracePage.policy(styles: [TracePage.style], scripts: [TracePage.script])
    let link = index.map { "<a href=\"\(escaped($0))\">All scenarios</a>" } ?? ""
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escaped(title))</title>
      <style>\(TracePage.style)</style>
      </head>
      <body>
      <header>
      <h1><span class="status \(status.rawValue)">\(status.rawValue)</span> \(escaped(title))</h1>
      <p>\(link) <span>\(escaped(location ?? ""))</span> <span>\(escaped(details))</span></p>
      </header>
      \(TracePage.body)
      <script type="application/json" id="data">\(TracePage.safe(json))</script>
      <script>\(TracePage.script)</script>
      </body>
      </html>

      """
  }
}

/// The fixed parts of the pages of traces.
enum TracePage {
  /// The policy of a page: no resources but images in the page, and only the given texts as styles
  /// and scripts.
  static func policy(styles: [String], scripts: [String]) -> String {
    func sources(_ texts: [String]) -> String {
      texts.map { text in
        "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'"
      }.joined(separator: " ")
    }
    return "default-src 'none'; img-src data:; style-src \(sources(styles)); "
      + "script-src \(sources(scripts)); base-uri 'none'; form-action 'none'"
  }

  /// JSON that cannot end the element that contains it: `<` occurs in strings only.
  static func safe(_ json: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") {
        bytes += Array("\\u003c".utf8)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
