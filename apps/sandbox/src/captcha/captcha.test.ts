import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startHarness, type Answer, type Harness } from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const report = (codeId: string, body: unknown, secret = 'trial-client-secret'): Promise<Answer> =>
  send(`${harness.sandbox.url}/captcha/${codeId}`, 'PUT', body, secret)

test('gives a test the solution of a captcha, for a short time', async () => {
  expect((await report('17', { text: 'x7Kp' })).status).toBe(204)
  expect((await harness.open('GET', '/captcha/17')).body).toEqual({ text: 'x7Kp' })
  await report('17', { text: 'new' })
  expect((await harness.open('GET', '/captcha/17')).body).toEqual({ text: 'new' })
  harness.forward(601_000)
  expect((await harness.open('GET', '/captcha/17')).status).toBe(404)
})

test('accepts solutions only from the server', async () => {
  expect((await report('18', { text: 'x' }, 'guess')).status).toBe(401)
  expect((await report('18', { txt: 'x' })).status).toBe(400)
  expect((await harness.open('GET', '/captcha/18')).status).toBe(404)
})
