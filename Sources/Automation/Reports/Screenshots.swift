/// The pictures of a page, each there once however often it is shown: the picture after a step is the one
/// before the next, and most are in the frameSlider as well.
final class Screenshots {
  private var numbers: [[UInt8]: Int] = [:]
  /// A rule for each picture, for the page's style.
  private(set) var style = ""

  /// A picture and what is written below it.
  func figure(_ png: [UInt8], _ caption: String) -> String {
    let number = numbers[png] ?? add(png)
    let caption = escaped(caption)
    return "<figure><div class=\"picture p\(number)\" role=\"img\" aria-label=\"\(caption)\"></div>"
      + "<figcaption>\(caption)</figcaption></figure>"
  }

  private func add(_ png: [UInt8]) -> Int {
    let number = numbers.count
    numbers[png] = number
    style += ".p\(number) { background-image: url(\(HTMLReport.link(png, "image/png"))); }\n"
    return number
  }
}
