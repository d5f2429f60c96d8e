import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { World } from '../world.ts'
import { parseMail } from './parse-mail.ts'
import { insertMail } from './queries.ts'

const MAX_MAIL_BYTES = 5 * 1024 * 1024

export type MailServer = Readonly<{ port: number; stop: () => Promise<void> }>

/** An SMTP server on this machine only, without passwords: it accepts every mail and stores it for reading. */
export const startMailServer = async (world: World): Promise<MailServer> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    logger: false,
    onData: (stream, session, done) => {
      keepMail(world, stream, session).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  await listening(server, world.settings.smtpPort)
  // A client that disconnects mid-command must not stop the server.
  server.on('error', (error) => process.stderr.write(`mail: ${error.message}\n`))
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const listening = (server: SMTPServer, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Stores the mail on disk before the sender gets the acceptance. */
const keepMail = async (
  world: World,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> => {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) throw Object.assign(new Error('Message too big'), { responseCode: 552 })
  const { mailFrom, rcptTo } = session.envelope
  insertMail(world.store, {
    ...parseMail(raw),
    sender: mailFrom === false ? '' : mailFrom.address,
    recipients: rcptTo.map(({ address }) => address.toLowerCase()),
    receivedAt: world.now(),
  })
}
