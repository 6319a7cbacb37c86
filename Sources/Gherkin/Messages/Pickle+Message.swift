extension Pickle {
  /// The pickle as Cucumber's message: JSON on one line, keys sorted.
  ///
  /// - Source: github.com/cucumber/messages.
  public var message: String {
    var message = MessageText()
    message.object {
      $0.field("astNodeIds", nodeIDs) { $0.string("\($1)") }
      $0.field("id", "\(id)")
      $0.field("language", language)
      $0.location(location)
      $0.field("name", name)
      $0.field("steps", steps) { $1.write(to: &$0) }
      $0.field("tags", tags) { message, tag in
        message.object {
          $0.field("astNodeId", "\(tag.nodeID)")
          $0.field("name", tag.name)
        }
      }
      $0.field("uri", uri)
    }
    return message.text
  }
}

extension Pickle.Step {
  fileprivate func write(to message: inout MessageText) {
    message.object {
      if docString != nil || dataTable != nil { $0.field("argument") { writeArgument(to: &$0) } }
      $0.field("astNodeIds", nodeIDs) { $0.string("\($1)") }
      $0.field("id", "\(id)")
      $0.field("text", text)
      $0.field("type", type.rawValue)
    }
  }

  /// The table and the text; which came first is told when there are both.
  private func writeArgument(to message: inout MessageText) {
    let textIndex = dataTable.flatMap { table in
      docString.map { $0.location < table.location ? 1 : 2 }
    }
    message.object {
      if let dataTable {
        $0.field("dataTable") {
          $0.object {
            if let textIndex { $0.field("argumentIndex", number: 3 - textIndex) }
            $0.field("rows", dataTable.rows) { message, row in
              message.object {
                $0.field("cells", row) { message, cell in
                  message.object { $0.field("value", cell.value) }
                }
              }
            }
          }
        }
      }
      if let docString {
        $0.field("docString") {
          $0.object {
            if let textIndex { $0.field("argumentIndex", number: textIndex) }
            $0.field("content", docString.content)
            $0.field("mediaType", docString.mediaType)
          }
        }
      }
    }
  }
}
