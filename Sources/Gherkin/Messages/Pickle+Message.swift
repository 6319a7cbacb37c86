import CaromDocuments

extension Pickle {
  /// The pickle as Cucumber's `pickle` message: JSON on one line, with sorted keys.
  ///
  /// - Source: github.com/cucumber/messages.
  public var message: String {
    var json = JSONWriter()
    json.object {
      $0.member("astNodeIds", nodeIDs) { $0.value("\($1)") }
      $0.member("id", "\(id)")
      $0.member("language", language)
      $0.location(location)
      $0.member("name", name)
      $0.member("steps", steps) { $1.write(to: &$0) }
      $0.member("tags", tags) { json, tag in
        json.object {
          $0.member("astNodeId", "\(tag.nodeID)")
          $0.member("name", tag.name)
        }
      }
      $0.member("uri", uri)
    }
    return json.text
  }
}

extension Pickle.Step {
  fileprivate func write(to json: inout JSONWriter) {
    json.object {
      if docString != nil || dataTable != nil { $0.member("argument") { writeArgument(to: &$0) } }
      $0.member("astNodeIds", nodeIDs) { $0.value("\($1)") }
      $0.member("id", "\(id)")
      $0.member("text", text)
      $0.member("type", type.rawValue)
    }
  }

  /// Writes the data table and the doc string, with their order if there are both.
  private func writeArgument(to json: inout JSONWriter) {
    let textIndex = dataTable.flatMap { table in
      docString.map { $0.location < table.location ? 1 : 2 }
    }
    json.object {
      if let dataTable {
        $0.member("dataTable") {
          $0.object {
            if let textIndex { $0.member("argumentIndex", 3 - textIndex) }
            $0.member("rows", dataTable.rows) { json, row in
              json.object {
                $0.member("cells", row) { json, cell in
                  json.object { $0.member("value", cell.value) }
                }
              }
            }
          }
        }
      }
      if let docString {
        $0.member("docString") {
          $0.object {
            if let textIndex { $0.member("argumentIndex", textIndex) }
            $0.member("content", docString.content)
            $0.member("mediaType", docString.mediaType)
          }
        }
      }
    }
  }
}
