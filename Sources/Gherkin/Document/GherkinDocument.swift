/// A feature file as it is written: the syntax tree.
///
/// Every node knows its place, and those that others refer to have an ``ID``. What is run is not this
/// tree but the ``Pickle``s made from it: `document.pickles(uri:)`.
///
/// - Source: gherkin.berp and the messages of github.com/cucumber/gherkin; the same shape and the same
///   numbers as the official parser gives.
public struct GherkinDocument: Sendable, Equatable {
  /// The number of a node, counted from the first of the file; children are counted before parents.
  public typealias ID = Int

  /// The feature of the file; nil when the file has nothing but comments.
  public var feature: Feature?
  /// All comments, in the order of the file.
  public var comments: [Comment]
  /// The first number that no node has; pickles are numbered from here.
  public var nextID: ID

  /// The root of a file: what a part of the program is for, with scenarios that show it.
  public struct Feature: Sendable, Equatable {
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The tags above it; every scenario of the file inherits them.
    public var tags: [Tag]
    /// The code of the language of its keywords, such as `en`.
    public var language: String
    /// The keyword as written, without the colon.
    public var keyword: String
    /// What follows the keyword on its line.
    public var name: String
    /// The free text below, with its own indentation and without comments.
    public var description: String
    /// Its background, scenarios and rules, in order.
    public var children: [Child]
  }

  /// A business rule: a group of scenarios with a background of its own.
  public struct Rule: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The tags above it; its scenarios inherit them.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// What follows the keyword on its line.
    public var name: String
    /// The free text below.
    public var description: String
    /// Its background and scenarios, in order; never a rule.
    public var children: [Child]
  }

  /// What a feature or a rule holds.
  public enum Child: Sendable, Equatable {
    /// Steps before those of each scenario; the first child if there is one.
    case background(Background)
    /// A scenario or a scenario outline.
    case scenario(Scenario)
    /// A rule; in features only.
    case rule(Rule)
  }

  /// Steps that are run before those of each scenario beside it.
  public struct Background: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The keyword as written, without the colon.
    public var keyword: String
    /// What follows the keyword on its line.
    public var name: String
    /// The free text below.
    public var description: String
    /// The steps, in order.
    public var steps: [Step]
  }

  /// An example of how the program behaves; with ``examples`` it is an outline of several.
  public struct Scenario: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The tags above it.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// What follows the keyword on its line.
    public var name: String
    /// The free text below.
    public var description: String
    /// The steps, in order.
    public var steps: [Step]
    /// The tables of values that are put in the place of `<names>`.
    public var examples: [Examples]
  }

  /// Values for a scenario outline: a scenario is run for each row of the body.
  public struct Examples: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the keyword.
    public var location: FeatureLocation
    /// The tags above it; the scenarios of its rows have them as well.
    public var tags: [Tag]
    /// The keyword as written, without the colon.
    public var keyword: String
    /// What follows the keyword on its line.
    public var name: String
    /// The free text below.
    public var description: String
    /// The row of names; nil when there is no table.
    public var tableHeader: TableRow?
    /// The rows of values.
    public var tableBody: [TableRow]
  }

  /// A word that marks a feature, rule, scenario or examples, such as `@slow`.
  public struct Tag: Sendable, Equatable {
    /// Its number.
    public var id: ID
    /// The place of the `@`.
    public var location: FeatureLocation
    /// The word with its `@`.
    public var name: String
  }

  /// A line that begins with `#`.
  public struct Comment: Sendable, Equatable {
    /// The beginning of the line.
    public var location: FeatureLocation
    /// The whole line, with its indentation.
    public var text: String
  }
}
