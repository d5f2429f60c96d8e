import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

/** Sends a raw mail to an SMTP server, and returns the server's replies. */
export const sendMail = async (port: number, recipients: readonly string[], raw: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const readReply = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the server hung up')
    // A dash after the code announces more lines.
    return /^\d{3}-/.test(value) ? readReply() : value
  }
  const say = (line: string): Promise<string> => {
    socket.write(`${line}\r\n`)
    return readReply()
  }
  await readReply()
  await say('EHLO trial')
  await say('MAIL FROM:<house@palpite.test>')
  for (const recipient of recipients) await say(`RCPT TO:<${recipient}>`)
  await say('DATA')
  const answer = await say(`${raw.replaceAll(/\r?\n/g, '\r\n').replaceAll(/^\./gm, '..')}\r\n.`)
  socket.end('QUIT\r\n')
  return answer
}
