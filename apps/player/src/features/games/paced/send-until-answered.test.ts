import { expect, test } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { sendUntilAnswered } from './send-until-answered.ts'

const noWait = async () => {}

/** A connection that fails with these HTTP statuses in turn, and then answers. */
const lineThatFails = (...failures: readonly number[]) => {
  let sent = 0
  const send = async () => {
    const http = failures[sent]
    sent += 1
    if (http !== undefined) throw new ApiError({ http, path: '/step' })
    return 'answered'
  }
  return { send, sent: () => sent }
}

test.each([
  { failures: [], sent: 1 },
  { failures: [0], sent: 2 },
  { failures: [0, 503], sent: 3 },
])('a step that failed with $failures is sent $sent times and answered', async ({ failures, sent }) => {
  const line = lineThatFails(...failures)
  expect(await sendUntilAnswered(line.send, noWait)).toBe('answered')
  expect(line.sent()).toBe(sent)
})

test('a refusal is an answer: it is not sent again', async () => {
  const line = lineThatFails(500)
  await expect(sendUntilAnswered(line.send, noWait)).rejects.toMatchObject({ http: 500 })
  expect(line.sent()).toBe(1)
})

test('a dead connection is reported after the third attempt', async () => {
  const line = lineThatFails(0, 0, 0, 0)
  await expect(sendUntilAnswered(line.send, noWait)).rejects.toMatchObject({ http: 0 })
  expect(line.sent()).toBe(3)
})
