import type { FastifyReply } from 'fastify';

/**
 * Waits until an answer is sent or its connection is closed, and closes a connection that has taken nothing for a time.
 *
 * @param stalledAfter Milliseconds. A connection is looked at that often, so it is closed after this time or up to twice as long.
 * @param whenOver Called once, also when the connection was closed before.
 */
export function whenSent(reply: FastifyReply, stalledAfter: number, whenOver: () => void): void {
  const { raw } = reply;
  const { socket } = reply.request.raw;
  // The events of what is over already never come again.
  if (raw.writableFinished || socket.destroyed) return whenOver();
  let written = socket.bytesWritten;
  const timer = setInterval(() => {
    if (socket.bytesWritten === written) socket.destroy();
    written = socket.bytesWritten;
  }, stalledAfter).unref();
  const end = () => {
    clearInterval(timer);
    raw.off('finish', end).off('close', end);
    whenOver();
  };
  raw.once('finish', end).once('close', end);
}
