import NIOCore
import NIOHTTP1

/// Collects the parts of a request up to the limits, and writes the response in one piece.
///
/// Headers and body leave in one segment: in two, the delayed acknowledgement of the client would
/// cost 40 ms for each command.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ServerLimits
  private let deadline: RequestDeadline
  private let isAccepted: Bool
  private let answer: HTTPServer.Answer
  private let onClose: @Sendable () -> Void
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  /// Whether the request was refused, so that the rest of it is ignored.
  private var isRefused = false
  /// Whether a request is complete and has no response yet.
  private var isAnswering = false
  /// Whether the client sends nothing more.
  private var hasInputEnded = false
  private let connection = ClientConnection()
  /// How long the rest of a refused request is read, so that its client sees the response instead
  /// of a broken connection, in seconds.
  private static let lingering = 2

  init(
    _ limits: ServerLimits, _ deadline: RequestDeadline, isAccepted: Bool,
    answer: @escaping HTTPServer.Answer, onClose: @escaping @Sendable () -> Void
  ) {
    (self.limits, self.deadline, self.isAccepted) = (limits, deadline, isAccepted)
    (self.answer, self.onClose) = (answer, onClose)
  }

  func channelInactive(context: ChannelHandlerContext) {
    onClose()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      hasInputEnded = true
      connection.noteEnd()
      if !isAnswering { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head, context)
    case .body(let buffer):
      guard !isRefused, self.head != nil else { return }
      guard body.count + buffer.readableBytes <= limits.body else {
        return refuse(.tooLarge("the body has more than \(limits.body) bytes"), context)
      }
      body.append(contentsOf: buffer.readableBytesView)
    case .end: finish(context)
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    (self.head, body, isRefused) = (head, [], false)
    guard isAccepted else {
      return refuse(.busy("there are \(limits.connections) other connections"), context)
    }
    let size = head.headers.reduce(head.uri.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 4
    }
    if size > limits.head {
      refuse(.tooLarge("the headers have more than \(limits.head) bytes"), context)
    } else if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > limits.body
    {
      refuse(.tooLarge("the body has more than \(limits.body) bytes"), context)
    }
  }

  private func finish(_ context: ChannelHandlerContext) {
    deadline.finish()
    guard !isRefused, let head else { return }
    isAnswering = true
    let request = HTTPRequest(
      method: head.method.rawValue, target: head.uri,
      headers: head.headers.map { ($0.name, $0.value) }, body: body, connection: connection)
    (self.head, body) = (nil, [])
    let keepsAlive = head.isKeepAlive
    let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    answer(request) { response in
      // Answers that need no session come at once, others from the queue of the session.
      if loop.inEventLoop {
        bound.value.handler.write(response, keepsAlive, bound.value.context)
      } else {
        loop.execute { bound.value.handler.write(response, keepsAlive, bound.value.context) }
      }
    }
  }

  private func refuse(_ error: WebDriverError, _ context: ChannelHandlerContext) {
    isRefused = true
    deadline.finish()
    write(HTTPResponse(error, closes: true), false, context)
  }

  private func write(
    _ response: HTTPResponse, _ keepsAlive: Bool, _ context: ChannelHandlerContext
  ) {
    isAnswering = false
    guard context.channel.isActive else { return }
    let closes = response.closes || !keepsAlive || hasInputEnded
    var head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status))
    head.headers.add(name: "Content-Type", value: response.contentType)
    head.headers.add(name: "Content-Length", value: String(response.body.count))
    head.headers.add(name: "Cache-Control", value: "no-cache")
    head.headers.add(name: "X-Content-Type-Options", value: "nosniff")
    for header in response.headers { head.headers.add(name: header.name, value: header.value) }
    if closes { head.headers.add(name: "Connection", value: "close") }
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let buffer = context.channel.allocator.buffer(bytes: response.body)
    context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    let done = context.eventLoop.makePromise(of: Void.self)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: done)
    guard closes else { return }
    let channel = context.channel
    let lingers = isRefused && !hasInputEnded
    done.futureResult.whenComplete { _ in
      guard lingers else { return channel.close(promise: nil) }
      channel.close(mode: .output, promise: nil)
      channel.eventLoop.scheduleTask(in: .seconds(Int64(Self.lingering))) {
        channel.close(promise: nil)
      }
    }
  }

  /// Answers bytes that are not HTTP, and closes the connection.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, !isRefused else { return context.close(promise: nil) }
    refuse(.badRequest("the request is not HTTP/1.1"), context)
  }
}
