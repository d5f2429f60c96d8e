import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../deps.ts'
import { openMetrics } from '../metrics.ts'
import { closeServer, openServer } from './server.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

/** A server with one call that blocks until released, and a caller that keeps the connection alive. */
async function slowServer() {
  let letGo = () => {}
  let reached = () => {}
  const isReached = new Promise<void>((resolve) => (reached = resolve))
  const app = await openServer({ ...deps, metrics: openMetrics() })
  app.get('/slow', async () => {
    reached()
    await new Promise<void>((resolve) => (letGo = resolve))
    return { status: 200 }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const agent = new Agent({ keepAlive: true })
  const answered = new Promise<number>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/slow', agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
  await isReached
  return { app, port, answered, letGo: () => letGo() }
}

test('closing answers the call in progress, and does not wait for its connection to be reused', async () => {
  const { app, answered, letGo } = await slowServer()
  const closing = closeServer(app, 600_000)
  letGo()
  expect(await answered).toBe(200)
  await closing // the connection would be kept for 72 seconds
})

test('closing finally ends unanswered calls and unused connections', async () => {
  const { app, port, answered } = await slowServer()
  const silent = connect(port, '127.0.0.1')
  silent.on('error', () => {})
  await new Promise<void>((resolve) => silent.once('connect', () => resolve()))
  const failing = answered.catch((error: NodeJS.ErrnoException) => error.code)
  await closeServer(app, 300)
  expect(await failing).toBe('ECONNRESET')
  silent.destroy()
})
