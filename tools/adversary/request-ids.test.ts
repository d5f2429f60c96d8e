import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashierSettingsDefinition } from '../../apps/server/src/cashier/index.ts'
import { issueOperator, openOperators } from '../../apps/server/src/identity/index.ts'
import { approveSetting, proposeSetting } from '../../apps/server/src/platform/settings/decide-settings.ts'
import { calls } from '../../packages/contract/src/index.ts'
import { operatorCalls } from '../../packages/contract/src/backoffice/index.ts'
import { walletCalls } from '../../packages/contract/src/studio.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { until } from '../test/until.ts'
import { openAttackedApp } from './attacked-app.ts'
import type { OwnRound } from './game-requests.ts'
import { centsOf, openOffers } from './players.ts'
import { type Answered, insist } from './request.ts'
import { namesAnother, requestWalks, walkedElsewhere, type World } from './request-walks.ts'

const world = {} as World
const walks = requestWalks(world)

beforeAll(async () => {
  world.attacked = await openAttackedApp()
  world.offers = await openOffers(world.attacked.url)
  world.operatorToken = await signedInOperator()
  await letTransfers()
})
afterAll(() => world.attacked.close())

async function signedInOperator(): Promise<string> {
  const email = 'ids@house.example'
  const issued = await issueOperator(openOperators(world.attacked.deps), email, { all: true })
  if ('refused' in issued) throw new Error(issued.refused)
  const { oneTimePassword: password } = issued
  const signIn = { path: '/api/backoffice/session/signIn', body: { email, password } }
  const token = String((await insist(world.attacked.url, signIn)).data['token'])
  const body = { oldPassword: password, newPassword: 'a password of the walk' }
  await insist(world.attacked.url, { path: '/api/backoffice/session/changePassword', token, body })
  return token
}

async function letTransfers(): Promise<void> {
  const { db } = world.attacked.deps
  const value = { takesTransfers: true }
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  const proposed = await proposeSetting(db, cashierSettingsDefinition, proposal)
  if (!proposed.ok) throw new Error(proposed.refusal.code)
  const decision = { ...proposed.value, by: 2 }
  await approveSetting(db, cashierSettingsDefinition, decision, async () => true)
}

test('31.7 every call that carries an id of the caller’s own is walked', () => {
  const withId = (all: object, name: string) =>
    Object.entries(all as Record<string, { body?: z.core.$ZodType }>).flatMap(([key, { body }]) =>
      body && JSON.stringify(z.toJSONSchema(body, { unrepresentable: 'any' })).includes(`"${name}"`)
        ? [key]
        : [],
    )
  const carrying = [
    ...withId(calls, 'requestId'),
    ...withId(operatorCalls, 'requestId'),
    ...withId(walletCalls, 'transactionId'),
  ]
  const walked = [...Object.keys(walks), ...Object.keys(walkedElsewhere), ...namesAnother]
  expect(walked.toSorted()).toEqual(carrying.toSorted())
  for (const [file, title] of Object.values(walkedElsewhere)) {
    const text = readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')
    expect(text).toContain(`'${title}'`)
    expect(text).toMatch(/(?:request|transaction)_mismatch/)
  }
})

describe.each(Object.entries(walks))('31.7 %s', (_key, walk) => {
  test('answers the same request again as it did, and refuses another one under its id', async () => {
    const { asked, others, player, isDrawn = false } = await walk()
    const centsNow = async () => (player && !isDrawn ? centsOf(world.attacked.deps, player.playerId) : 0)
    const first = await until('it is done', async () => {
      const answer = await insist(world.attacked.url, asked)
      // A room between two draws, and a setting that is read within a second, come by themselves.
      const isNotYet = ['betting_closed', 'transfer_closed'].includes(String(answer.data['code']))
      return isNotYet ? undefined : answer
    })
    expect(first).toMatchObject({ http: 200 })
    const cents = await centsNow()
    for (const other of others) {
      const body = { ...(asked.body as object), ...other }
      const refused = await insist(world.attacked.url, { ...asked, body })
      expect(refused.text, JSON.stringify(other)).toContain('"code":"request_mismatch"')
    }
    const again = await insist(world.attacked.url, asked)
    const told = ({ data }: Answered) => (isDrawn ? (data['round'] as OwnRound).roundId : data)
    expect(told(again)).toEqual(told(first))
    expect(await centsNow()).toBe(cents)
  })
})

test('31.7 the ledger holds', async () => {
  expect(await verifyAll(world.attacked.deps.db)).toEqual([])
})
