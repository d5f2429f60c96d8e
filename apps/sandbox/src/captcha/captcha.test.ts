import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startTrial, type Answer, type Trial } from '../trial/start-trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial()
})
afterAll(() => trial.stop())

const tell = (codeId: string, body: unknown, secret = 'trial-client-secret'): Promise<Answer> =>
  send(`${trial.sandbox.url}/captcha/${codeId}`, 'PUT', body, secret)

test('tells a test what a captcha shows, for a short time', async () => {
  expect((await tell('17', { text: 'x7Kp' })).status).toBe(204)
  expect((await trial.open('GET', '/captcha/17')).body).toEqual({ text: 'x7Kp' })
  await tell('17', { text: 'new' })
  expect((await trial.open('GET', '/captcha/17')).body).toEqual({ text: 'new' })
  trial.forward(601_000)
  expect((await trial.open('GET', '/captcha/17')).status).toBe(404)
})

test('believes only the server', async () => {
  expect((await tell('18', { text: 'x' }, 'guess')).status).toBe(401)
  expect((await tell('18', { txt: 'x' })).status).toBe(400)
  expect((await trial.open('GET', '/captcha/18')).status).toBe(404)
})
