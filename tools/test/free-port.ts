import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to connections (32768 on Linux, 49152 elsewhere): what is free when it is looked at
 * must still be free when a process that was started in between listens.
 */
const [MIN, MAX] = [12_000, 32_000]

/** Three ports in a row that are free now: for the server, the sandbox and its mail. Answers the first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const first = randomInt(MIN, MAX)
    const are = await Promise.all([first, first + 1, first + 2].map(isFree))
    if (are.every(Boolean)) return first
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
