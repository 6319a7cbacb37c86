import NIOCore

/// Closes a connection on which a request arrives too slowly.
///
/// The time runs from the first byte of a request until ``finish()``, however many bytes follow.
final class RequestDeadline: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let seconds: Int
  private var task: Scheduled<Void>?

  init(seconds: Int) { self.seconds = seconds }

  func channelActive(context: ChannelHandlerContext) {
    start(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if task == nil { start(context) }
    context.fireChannelRead(data)
  }

  func channelInactive(context: ChannelHandlerContext) {
    finish()
    context.fireChannelInactive()
  }

  private func start(_ context: ChannelHandlerContext) {
    let channel = context.channel
    task = context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
      channel.close(promise: nil)
    }
  }

  /// Notes that a request is complete.
  func finish() {
    task?.cancel()
    task = nil
  }
}
