import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'

type Tls = Readonly<{ port: number; certFile: string; keyFile: string; caFile: string }>

type SecureDoor = Readonly<{ url: string; stop: () => Promise<void> }>

/** The same calls behind TLS, as at real banks: a client needs a certificate of their authority. */
export const openTls = async (
  web: FastifyInstance,
  { port, certFile, keyFile, caFile }: Tls,
): Promise<SecureDoor> => {
  const [cert, key, ca] = [certFile, keyFile, caFile].map((file) => readFileSync(file)) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const server = createServer(
    { cert, key, ca, requestCert: true, rejectUnauthorized: true },
    (request, reply) => web.routing(request, reply),
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
