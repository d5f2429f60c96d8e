import { createServer } from 'node:net'

/** Three ports in a row that are free now: for the server, the sandbox and its mail. Answers the first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = await portFrom(0)
    if (first === undefined || first > 65_533) continue
    if ((await portFrom(first + 1)) && (await portFrom(first + 2))) return first
  }
}

/** The port that could be listened on; 0 asks the system for any. */
const portFrom = (wanted: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      const port = address && typeof address === 'object' ? address.port : undefined
      server.close(() => resolve(port))
    })
  })
