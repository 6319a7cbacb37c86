/// The trees that speed up batches of queries between two steps; derived state.
final class QueryStore {
  @exclusivity(unchecked) var trees = QueryTrees()
  var state = QueryState()
}
