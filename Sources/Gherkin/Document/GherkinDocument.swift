/// The syntax tree of a feature file.
///
/// Every node has a location, and nodes that others refer to have an ``ID``. Scenarios are not run
/// from this tree but from the ``Pickle``s compiled from it: `document.pickles(uri:)`.
///
/// - Source: gherkin.berp and the messages of github.com/cucumber/gherkin; structure and
///   identifiers are those of the official parser.
public struct GherkinDocument: Sendable, Equatable {
  /// The identifier of a node, numbered in the order of the file; children are numbered before
  /// their parents.
  public typealias ID = Int

  /// The feature; nil if the file contains only comments.
  public var feature: Feature?
  /// The comments, in file order.
  public var comments: [Comment]
  /// The first unused identifier; pickles are numbered from here.
  public var nextID: ID

  /// The root of a feature file: a capability of the program, with scenarios that describe it.
  public struct Feature: Sendable, Equatable {
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The tags of the feature, inherited by every scenario of the file.
    public var tags: [Tag]
    /// The code of the language of its keywords, such as `en`.
    public var language: String
    /// The keyword as written, without the colon.
    public var keyword: String
    /// The text after the keyword.
    public var name: String
    /// The free text below, including indentation, without comments.
    public var description: String
    /// The background, scenarios and rules, in order.
    public var children: [Child]
  }

  /// A business rule: a group of scenarios with its own background.
  public struct Rule: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The tags of the rule, inherited by its scenarios.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// The text after the keyword.
    public var name: String
    /// The free text below.
    public var description: String
    /// The background and scenarios, in order; never a rule.
    public var children: [Child]
  }

  /// A child of a feature or a rule.
  public enum Child: Sendable, Equatable {
    /// The background; the first child if present.
    case background(Background)
    /// A scenario or a scenario outline.
    case scenario(Scenario)
    /// A rule; only in features.
    case rule(Rule)
  }

  /// Steps that run before those of each scenario in the same feature or rule.
  public struct Background: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The keyword as written, without the colon.
    public var keyword: String
    /// The text after the keyword.
    public var name: String
    /// The free text below.
    public var description: String
    /// The steps, in order.
    public var steps: [Step]
  }

  /// An example of the program's behavior; with ``examples`` it is an outline of several.
  public struct Scenario: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The tags of the scenario.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// The text after the keyword.
    public var name: String
    /// The free text below.
    public var description: String
    /// The steps, in order.
    public var steps: [Step]
    /// The tables whose values replace `<names>`.
    public var examples: [Examples]
  }

  /// Values for a scenario outline, which runs once for each row of the body.
  public struct Examples: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the keyword.
    public var location: FeatureLocation
    /// The tags of the examples, inherited by the scenarios of its rows.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// The text after the keyword.
    public var name: String
    /// The free text below.
    public var description: String
    /// The row of names; nil if there is no table.
    public var tableHeader: TableRow?
    /// The rows of values.
    public var tableBody: [TableRow]
  }

  /// A tag of a feature, rule, scenario or examples, such as `@slow`.
  public struct Tag: Sendable, Equatable {
    /// The identifier.
    public var id: ID
    /// The location of the `@`.
    public var location: FeatureLocation
    /// The tag, including its `@`.
    public var name: String
  }

  /// A line that begins with `#`.
  public struct Comment: Sendable, Equatable {
    /// The location of the start of the line.
    public var location: FeatureLocation
    /// The whole line, including its indentation.
    public var text: String
  }
}
