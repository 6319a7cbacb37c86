/// The images of a page, each embedded once regardless of how often it is shown.
///
/// The frame after a step is also the frame before the next one, and most frames are in the slider
/// too.
final class Screenshots {
  private var numbers: [[UInt8]: Int] = [:]
  /// The CSS rules, one for each image.
  private(set) var style = ""

  /// A figure with an image and its caption.
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
