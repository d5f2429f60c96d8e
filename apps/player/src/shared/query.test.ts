import { setImmediate as turn } from 'node:timers/promises'
import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from './query.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('a command pressed offline fails at once, and is not sent when the connection is back', async () => {
  onlineManager.setOnline(false)
  let sent = 0
  const command = new MutationObserver(queryClient, {
    mutationFn: () => {
      sent += 1
      return Promise.reject(new Error('no connection'))
    },
  })
  await expect(command.mutate()).rejects.toThrow('no connection')
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  await turn() // lets settled promises run
  expect(sent).toBe(1)
})

test("a screen's call fails offline, and is repeated once the connection is back", async () => {
  onlineManager.setOnline(false)
  queryClient.mount()
  let asked = 0
  const query = new QueryObserver(queryClient, {
    queryKey: ['screen'],
    queryFn: () => {
      asked += 1
      return onlineManager.isOnline() ? Promise.resolve('there') : Promise.reject(new Error('no connection'))
    },
  })
  const stop = query.subscribe(() => undefined)
  await expect.poll(() => query.getCurrentResult().status).toBe('error')
  expect(asked).toBe(1)
  onlineManager.setOnline(true)
  await expect.poll(() => query.getCurrentResult().data).toBe('there')
  stop()
  queryClient.unmount()
})

test("7.28 neither a screen's call nor a command is retried after a failure", async () => {
  let sent = 0
  const fail = () => {
    sent += 1
    return Promise.reject(new Error('refused'))
  }
  // With retries the client would wait a second or more, so these would not have failed yet.
  const query = new QueryObserver(queryClient, { queryKey: ['refused'], queryFn: fail })
  const stop = query.subscribe(() => undefined)
  await turn()
  await turn()
  expect(query.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'idle', failureCount: 1 })
  stop()
  const command = new MutationObserver(queryClient, { mutationFn: fail })
  await expect(command.mutate()).rejects.toThrow('refused')
  expect(sent).toBe(2)
})
