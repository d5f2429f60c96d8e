import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { timed } from './timed.ts'

/** The short form checks that others are not delayed; the long one also that the slow ones are ended. */
const SECONDS = Number(process.env['SLOW_SECONDS'] ?? (process.env['KILLS'] ? 4 : 45))
/** Longer than any request may take, plus the server's check interval. */
const ENDED_SECONDS = 40
/** More than the server's limit of concurrent calls. */
const SLOW = 1500
const AT_ONCE = 250
/** Of another player's last calls none is refused: slow ones count only for the patience of a call. */
const SETTLED = 5

let app: KilledApp
beforeAll(async () => {
  app = await openKilledApp({ env: { PATIENCE_MS: '900', CALLS_AT_ONCE: '1000' } })
}, 120_000)
afterAll(() => app.close())

/** A call whose body never arrives completely. */
const slowCall = (): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const line = connect({
      port: Number(new URL(app.url).port),
      host: '127.0.0.1',
      localAddress: '127.0.0.9',
    })
    line.once('error', reject)
    line.once('connect', () => {
      line.off('error', reject).on('error', () => {})
      line.write(
        'POST /api/auth/user/restLogin HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{',
      )
      resolve(line.resume())
    })
  })

test(`S32: ${SLOW} bodies sent byte by byte delay nobody else for ${SECONDS} s, and are ended`, async () => {
  const lines: Socket[] = []
  for (let count = 0; count < SLOW; count += AT_ONCE) {
    lines.push(...(await Promise.all(Array.from({ length: AT_ONCE }, slowCall))))
  }
  const dripping = setInterval(() => {
    for (const line of lines) if (!line.destroyed) line.write(' ')
  }, 1000)
  const answers: number[] = []
  const until = performance.now() + SECONDS * 1000
  while (performance.now() < until) {
    const [livez, call] = await Promise.all([
      timed(`${app.url}/livez`),
      timed(`${app.url}/api/app/sportsbook/fixtures?sport=football&when=tomorrow`),
    ])
    expect(livez.http).toBe(200)
    answers.push(call.http)
    await sleep(250)
  }
  clearInterval(dripping)
  expect(answers.filter((http) => http !== 200 && http !== 503)).toEqual([])
  expect(answers.slice(-SETTLED)).toEqual(Array.from({ length: SETTLED }, () => 200))
  const left = lines.filter(({ destroyed }) => !destroyed).length
  expect(left).toBeLessThanOrEqual(SECONDS >= ENDED_SECONDS ? 0 : SLOW)
  for (const line of lines) line.destroy()
})
