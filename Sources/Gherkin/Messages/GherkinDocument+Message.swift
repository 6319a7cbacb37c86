import CaromDocuments

extension GherkinDocument {
  /// The syntax tree as Cucumber's `gherkinDocument` message: JSON on one line, with sorted keys.
  ///
  /// - Source: github.com/cucumber/messages.
  public var message: String {
    var json = JSONWriter()
    json.object {
      $0.member("comments", comments) { json, comment in
        json.object {
          $0.location(comment.location)
          $0.member("text", comment.text)
        }
      }
      if let feature { $0.member("feature") { feature.write(to: &$0) } }
    }
    return json.text
  }
}

extension GherkinDocument.Feature {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("children", children) { $1.write(to: &$0) }
      $0.member("description", description)
      $0.member("keyword", keyword)
      $0.member("language", language)
      $0.location(location)
      $0.member("name", name)
      $0.member("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Child {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      switch self {
      case .background(let background): $0.member("background") { background.write(to: &$0) }
      case .scenario(let scenario): $0.member("scenario") { scenario.write(to: &$0) }
      case .rule(let rule): $0.member("rule") { rule.write(to: &$0) }
      }
    }
  }
}

extension GherkinDocument.Rule {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("children", children) { $1.write(to: &$0) }
      $0.member("description", description)
      $0.member("id", "\(id)")
      $0.member("keyword", keyword)
      $0.location(location)
      $0.member("name", name)
      $0.member("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Background {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("description", description)
      $0.member("id", "\(id)")
      $0.member("keyword", keyword)
      $0.location(location)
      $0.member("name", name)
      $0.member("steps", steps) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Scenario {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("description", description)
      $0.member("examples", examples) { $1.write(to: &$0) }
      $0.member("id", "\(id)")
      $0.member("keyword", keyword)
      $0.location(location)
      $0.member("name", name)
      $0.member("steps", steps) { $1.write(to: &$0) }
      $0.member("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Examples {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("description", description)
      $0.member("id", "\(id)")
      $0.member("keyword", keyword)
      $0.location(location)
      $0.member("name", name)
      $0.member("tableBody", tableBody) { $1.write(to: &$0) }
      if let tableHeader { $0.member("tableHeader") { tableHeader.write(to: &$0) } }
      $0.member("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Tag {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("id", "\(id)")
      $0.location(location)
      $0.member("name", name)
    }
  }
}

extension GherkinDocument.Step {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      if let dataTable {
        $0.member("dataTable") {
          $0.object {
            $0.location(dataTable.location)
            $0.member("rows", dataTable.rows) { $1.write(to: &$0) }
          }
        }
      }
      if let docString {
        $0.member("docString") {
          $0.object {
            $0.member("content", docString.content)
            $0.member("delimiter", docString.delimiter)
            $0.location(docString.location)
            $0.member("mediaType", docString.mediaType)
          }
        }
      }
      $0.member("id", "\(id)")
      $0.member("keyword", keyword)
      $0.member("keywordType", keywordType.rawValue)
      $0.location(location)
      $0.member("text", text)
    }
  }
}

extension GherkinDocument.TableRow {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      $0.member("cells", cells) { json, cell in
        json.object {
          $0.location(cell.location)
          $0.member("value", cell.value)
        }
      }
      $0.member("id", "\(id)")
      $0.location(location)
    }
  }
}
