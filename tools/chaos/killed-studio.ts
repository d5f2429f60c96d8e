import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseBeside } from '../start/environments.ts'
import { freePort } from '../test/free-port.ts'
import { watchLog } from '../test/watched-logs.ts'
import { killed } from './killed-app.ts'

/** A studio, which can be killed without notice and restarted. */
export type KilledStudio = {
  url: string
  databaseUrl: string
  kill: () => Promise<void>
  close: () => Promise<void>
}

/** What server and studio share before either is started. */
export type StudioTerms = { port: number; keyId: string; secret: string }

export const studioTerms = async (): Promise<StudioTerms> => ({
  port: await freePort(),
  keyId: 'chaos-studio',
  secret: 'the secret of the studio that is killed',
})

const root = resolve(import.meta.dirname, '../..')
const READY_MS = 300_000

type World = { walletUrl: string; ownerUrl: string; folder: string }

/** Starts the studio with its own book in the same PostgreSQL, using this wallet. */
export async function openKilledStudio(
  { port, keyId, secret }: StudioTerms,
  { walletUrl, ownerUrl, folder }: World,
): Promise<KilledStudio> {
  const url = `http://127.0.0.1:${port}`
  const databaseUrl = databaseBeside(ownerUrl, 'palpite_studio')
  const start = async () => {
    const log = openSync(join(folder, 'studio.log'), 'a')
    const child = spawn(process.execPath, [join(root, 'apps/studio/src/main.ts')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        STUDIO_PORT: String(port),
        STUDIO_DATABASE_URL: databaseUrl,
        STUDIO_WALLET_URL: walletUrl,
        STUDIO_KEY_ID: keyId,
        STUDIO_SECRET: secret,
        STUDIO_PAGE_ORIGIN: walletUrl,
      },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    await ready(url, child)
    return child
  }
  let studio = await start()
  return {
    url,
    databaseUrl,
    kill: async () => {
      await killed(studio)
      studio = await start()
    },
    close: async () => {
      await killed(studio)
      watchLog(readFileSync(join(folder, 'studio.log'), 'utf8'), 'the studio that is killed')
    },
  }
}

async function ready(url: string, studio: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS
  for (;;) {
    const answer = await fetch(`${url}/catalogue.json`).catch(() => undefined)
    if (answer?.ok) return
    if (studio.exitCode !== null) throw new Error('the studio ended by itself')
    if (Date.now() > until) throw new Error('the studio is not ready in time')
    await sleep(50)
  }
}
