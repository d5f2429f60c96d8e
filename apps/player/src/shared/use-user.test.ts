import { beforeEach, expect, test } from 'vitest'
import { writePlayerEvent } from './live-cache.ts'
import { queryClient } from './query.ts'
import { beginSession, type UserInfo, userInfoKey } from './session.ts'
import { keepInBrowser, openAddress, openServer } from './testing/test-browser.ts'
import { testUser } from './testing/test-user.ts'
import { refreshUser } from './use-user.ts'

beforeEach(() => {
  keepInBrowser()
  openAddress('/home')
  queryClient.clear()
  openServer({ '/api/app/user/userInfo': { data: testUser } })
  beginSession('ana')
})

const push = (balanceVersion: number) =>
  writePlayerEvent('updateUserInfo', { seq: 0, balance: 40, freeBalance: 5, balanceVersion })
const money = ({ balance, freeBalance, balanceVersion }: UserInfo) => [balance, freeBalance, balanceVersion]

test('money pushed while the first answer is pending survives that older answer', async () => {
  const answer = refreshUser()
  push(8)
  expect(money(await answer)).toEqual([40, 5, 8])
  expect(queryClient.getQueryData(userInfoKey)).toEqual({
    ...testUser,
    balance: 40,
    freeBalance: 5,
    balanceVersion: 8,
  })
})

test('an answer as new as the push is applied whole', async () => {
  const answer = refreshUser()
  push(7)
  expect(await answer).toEqual(testUser)
})

test('a held balance survives an older pending answer', async () => {
  queryClient.setQueryData(userInfoKey, { ...testUser, balance: 60, balanceVersion: 9 })
  expect(money(await refreshUser())).toEqual([60, 10, 9])
})

test("the next player is not shown the previous one's pushed money", async () => {
  push(8)
  beginSession('bia')
  expect(money(await refreshUser())).toEqual([100, 10, 7])
})
