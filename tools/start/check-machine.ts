import { accessSync, constants, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../../apps/server/src/platform/postgres/place.ts'
import { StartRefused, wordsOf } from './start-refused.ts'

const LAST_PORT = 65_531 // sandbox, mail, studio and back office use the next four ports

/** The requested port, or 3000. */
export function readPort(text: string | undefined): number {
  const port = Number(text?.trim() || 3000)
  if (Number.isInteger(port) && port >= 1 && port <= LAST_PORT) return port
  throw new StartRefused(`PORT is "${text}"; it must be a whole number from 1 to ${LAST_PORT}.`)
}

/** Creates the data folder if needed, and checks that it is writable. */
export function checkFolder(dataDir: string): void {
  const probe = join(dataDir, `.writable-${process.pid}`)
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.X_OK)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (error) {
    throw new StartRefused(
      `The data folder ${dataDir} cannot be written to (${wordsOf(error)}); set DATA_DIR to another one.`,
      { cause: error },
    )
  }
}

/** Checks that a port is free, waiting up to `patienceMs` for a program that is just leaving it. */
export async function checkPort(port: number, use: string, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs
  for (;;) {
    const obstacle = await obstacleAt(port)
    if (!obstacle) return
    if (obstacle === 'EACCES') {
      throw new StartRefused(
        `Port ${port} (${use}) may not be used by this account; set PORT to another one.`,
      )
    }
    if (Date.now() >= until) {
      throw new StartRefused(`Port ${port} (${use}) is taken by another program; set PORT to another one.`)
    }
    await sleep(100)
  }
}

/** Tries every address of "localhost": a browser might reach another program on one of them. */
async function obstacleAt(port: number): Promise<string | undefined> {
  for (const host of ['127.0.0.1', '0.0.0.0', '::1']) {
    const obstacle = await tryListening(port, host)
    if (obstacle && !NO_SUCH_ADDRESS.has(obstacle)) return obstacle
  }
  return undefined
}

/** A machine without IPv6. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

const tryListening = (port: number, host: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
