extension GherkinDocument {
  /// The tree as the `gherkinDocument` of Cucumber's messages: JSON on one line, keys sorted.
  ///
  /// - Source: github.com/cucumber/messages.
  public var message: String {
    var message = MessageText()
    message.object {
      $0.field("comments", comments) { message, comment in
        message.object {
          $0.location(comment.location)
          $0.field("text", comment.text)
        }
      }
      if let feature { $0.field("feature") { feature.write(to: &$0) } }
    }
    return message.text
  }
}

extension GherkinDocument.Feature {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("children", children) { $1.write(to: &$0) }
      $0.field("description", description)
      $0.field("keyword", keyword)
      $0.field("language", language)
      $0.location(location)
      $0.field("name", name)
      $0.field("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Child {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      switch self {
      case .background(let background): $0.field("background") { background.write(to: &$0) }
      case .scenario(let scenario): $0.field("scenario") { scenario.write(to: &$0) }
      case .rule(let rule): $0.field("rule") { rule.write(to: &$0) }
      }
    }
  }
}

extension GherkinDocument.Rule {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("children", children) { $1.write(to: &$0) }
      $0.field("description", description)
      $0.field("id", "\(id)")
      $0.field("keyword", keyword)
      $0.location(location)
      $0.field("name", name)
      $0.field("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Background {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("description", description)
      $0.field("id", "\(id)")
      $0.field("keyword", keyword)
      $0.location(location)
      $0.field("name", name)
      $0.field("steps", steps) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Scenario {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("description", description)
      $0.field("examples", examples) { $1.write(to: &$0) }
      $0.field("id", "\(id)")
      $0.field("keyword", keyword)
      $0.location(location)
      $0.field("name", name)
      $0.field("steps", steps) { $1.write(to: &$0) }
      $0.field("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Examples {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("description", description)
      $0.field("id", "\(id)")
      $0.field("keyword", keyword)
      $0.location(location)
      $0.field("name", name)
      $0.field("tableBody", tableBody) { $1.write(to: &$0) }
      if let tableHeader { $0.field("tableHeader") { tableHeader.write(to: &$0) } }
      $0.field("tags", tags) { $1.write(to: &$0) }
    }
  }
}

extension GherkinDocument.Tag {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("id", "\(id)")
      $0.location(location)
      $0.field("name", name)
    }
  }
}

extension GherkinDocument.Step {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      if let dataTable {
        $0.field("dataTable") {
          $0.object {
            $0.location(dataTable.location)
            $0.field("rows", dataTable.rows) { $1.write(to: &$0) }
          }
        }
      }
      if let docString {
        $0.field("docString") {
          $0.object {
            $0.field("content", docString.content)
            $0.field("delimiter", docString.delimiter)
            $0.location(docString.location)
            $0.field("mediaType", docString.mediaType)
          }
        }
      }
      $0.field("id", "\(id)")
      $0.field("keyword", keyword)
      $0.field("keywordType", keywordType.rawValue)
      $0.location(location)
      $0.field("text", text)
    }
  }
}

extension GherkinDocument.TableRow {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      $0.field("cells", cells) { message, cell in
        message.object {
          $0.location(cell.location)
          $0.field("value", cell.value)
        }
      }
      $0.field("id", "\(id)")
      $0.location(location)
    }
  }
}

extension GherkinDocument {
  /// Text as a JSON string, as messages have it.
  package static func quoted(_ text: String) -> String {
    var message = MessageText()
    message.string(text)
    return message.text
  }
}
