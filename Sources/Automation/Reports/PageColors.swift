/// The colors of our pages: traces and the inspector.
package enum PageColors {
  /// Custom properties for light and dark surroundings.
  package static let style = #"""
    :root { color-scheme: light dark; --back: #fff; --panel: #f4f6f8; --text: #1b1f24;
      --quiet: #57606a; --line: #d0d7de; --accent: #0a5fc4; --passed: #1f7a3a; --failed: #c2202b;
      --other: #8a5a00; --old: #8f2a1c; --new: #17602e; --fresh: #fff4c9; --input: #7a3ec2;
      --contact: #b3560f; --sound: #0b7285; --selector: #57606a; --message: #57606a;
      --control: #7b8591; }
    @media (prefers-color-scheme: dark) { :root { --back: #14171c; --panel: #1d222a; --text: #e4e8ee;
      --quiet: #a3adba; --line: #3a424e; --accent: #6cb0ff; --passed: #57c878; --failed: #ff7b78;
      --other: #e2b04a; --old: #f0a08f; --new: #8fdca6; --fresh: #3d3717; --input: #c9a2ff;
      --contact: #ffa766; --sound: #5fd0e0; --selector: #a3adba; --message: #a3adba;
      --control: #7a8493; } }
    """#
}
