import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cashierSettingsDefinition } from '../../apps/server/src/cashier/index.ts'
import { issueOperator, openOperators } from '../../apps/server/src/identity/index.ts'
import { approveSetting, proposeSetting } from '../../apps/server/src/platform/decide-settings.ts'
import { type CallKey, calls } from '../../packages/contract/src/index.ts'
import { type OperatorCallKey, operatorCalls } from '../../packages/contract/src/backoffice/index.ts'
import { type WalletCall, walletCalls } from '../../packages/contract/src/studio.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { until } from '../test/until.ts'
import { openAttackedApp } from './attacked-app.ts'
import type { OwnRound } from './game-requests.ts'
import { centsOf, openOffers } from './players.ts'
import { type Answered, insist } from './request.ts'
import { requestWalks, type World } from './request-walks.ts'

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
  const enrol = { path: '/api/backoffice/session/enrolSecondFactor', token, body: {} }
  const secret = Secret.fromBase32(String((await insist(world.attacked.url, enrol)).data['secret']))
  const code = new TOTP({ secret }).generate()
  await insist(world.attacked.url, {
    path: '/api/backoffice/session/giveSecondFactor',
    token,
    body: { code },
  })
  return token
}

async function letTransfers(): Promise<void> {
  const { db } = world.attacked.deps
  const value = { takesTransfers: true }
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  const proposed = await db.begin((tx) => proposeSetting(tx, cashierSettingsDefinition, proposal))
  if (!proposed.ok) throw new Error(proposed.refusal.code)
  const decision = { ...proposed.value, by: 2 }
  await db.begin((tx) => approveSetting(tx, cashierSettingsDefinition, decision, async () => true))
}

const walletTest: [file: string, title: string] = [
  'apps/server/src/games/wallet-api/wallet.test.ts',
  '31.7 a transaction stands for one request: one of another session, sum, round, end or stake is refused',
]

/** Calls that need a special situation: tested in the files named here. */
const walkedElsewhere: Partial<
  Record<CallKey | OperatorCallKey | WalletCall, [file: string, title: string]>
> = {
  'POST /api/app/rewards/awards/claim': [
    'apps/server/src/rewards/claim-rewards.test.ts',
    'the same request for another award is a mismatch, in one list and in the next',
  ],
  'POST /api/backoffice/players/:playerId/freeRounds': [
    'apps/server/src/backoffice/studios.test.ts',
    'free rounds are granted once, and the studio’s day is read and reconciled',
  ],
  'POST /api/backoffice/players/:playerId/suspend': [
    'apps/server/src/backoffice/suspensions.test.ts',
    '31.7 a suspension sent again is one, and its request id belongs to one account and reason',
  ],
  'POST /api/backoffice/players/:playerId/liftSuspension': [
    'apps/server/src/backoffice/suspensions.test.ts',
    '31.7 a suspension sent again is one, and its request id belongs to one account and reason',
  ],
  'POST /api/backoffice/players/:playerId/notes': [
    'apps/server/src/backoffice/notes.test.ts',
    '31.7 a note sent again is one, and its request id belongs to one player and text',
  ],
  'POST /api/backoffice/players/:playerId/notes/:noteId/pin': [
    'apps/server/src/backoffice/notes.test.ts',
    '31.7 a note sent again is one, and its request id belongs to one player and text',
  ],
  'POST /api/backoffice/players/:playerId/notes/:noteId/withdraw': [
    'apps/server/src/backoffice/notes.test.ts',
    '31.7 a note sent again is one, and its request id belongs to one player and text',
  ],
  'POST /api/backoffice/trading/fixtures/:fixtureId/limits': [
    'apps/server/src/backoffice/match-limits.test.ts',
    '31.7 limits sent many times at once are set once, and their request id belongs to one match, share and reason',
  ],
  'POST /api/backoffice/trading/outcomes/:outcomeId/price': [
    'apps/server/src/backoffice/prices.test.ts',
    '31.7 a price sent 200 times at once is set once, and its request id belongs to one price and reason',
  ],
  'POST /api/backoffice/listedPersons/add': [
    'apps/server/src/backoffice/listed-persons.test.ts',
    '31.7 a listing sent again is one, and its request id belongs to its persons, ground and reason',
  ],
  'POST /api/backoffice/listedPersons/remove': [
    'apps/server/src/backoffice/listed-persons.test.ts',
    '31.7 a listing sent again is one, and its request id belongs to its persons, ground and reason',
  ],
  'POST /api/backoffice/markets/:marketId/settle': [
    'apps/server/src/backoffice/markets.test.ts',
    'a dead heat for a place that the feed leaves open is paid as two independent operators decide',
  ],
  'POST /api/backoffice/lateWindows/:windowId/decide': [
    'apps/server/src/backoffice/markets.test.ts',
    'bets placed after a goal reported too late are listed with what either decision pays, and voided by two',
  ],
  'POST /api/backoffice/topups/giveBack': [
    'apps/server/src/backoffice/topups.test.ts',
    '31.7 a repeated refund request with another amount, or without one, is a different request',
  ],
  'POST /api/backoffice/bank/orders/:orderId/ask': [
    'apps/server/src/backoffice/bank.test.ts',
    '31.7 a request id to ask a bank belongs to one order; a read-only operator cannot ask',
  ],
  'POST /api/backoffice/bank/webhooks/:webhookId/replay': [
    'apps/server/src/backoffice/bank.test.ts',
    'a parked webhook is replayed once, however many concurrent requests there are',
  ],
  'POST /api/backoffice/support/threads/:threadId/answer': [
    'apps/server/src/backoffice/support.test.ts',
    'operators see waiting players, longest first, answer and close the chat; each view and answer is audited',
  ],
  'POST /api/backoffice/support/threads/:threadId/assign': [
    'apps/server/src/backoffice/support-desk.test.ts',
    '31.7 a chat is assigned once by its request id, which belongs to one chat and colleague',
  ],
  'POST /api/backoffice/support/cannedAnswers': [
    'apps/server/src/backoffice/canned-answers.test.ts',
    '31.7 a canned answer is added, changed and removed once by its request id',
  ],
  'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId': [
    'apps/server/src/backoffice/canned-answers.test.ts',
    '31.7 a canned answer is added, changed and removed once by its request id',
  ],
  'POST /api/backoffice/support/cannedAnswers/:cannedAnswerId/remove': [
    'apps/server/src/backoffice/canned-answers.test.ts',
    '31.7 a canned answer is added, changed and removed once by its request id',
  ],
  'POST /api/backoffice/promotions': [
    'apps/server/src/backoffice/promotions.test.ts',
    'refuses another plan under the same request',
  ],
  'POST /api/backoffice/banners': [
    'apps/server/src/backoffice/banners.test.ts',
    'refuses another banner under the same request',
  ],
  'POST /api/backoffice/campaigns': [
    'apps/server/src/backoffice/campaigns.test.ts',
    'a campaign is planned once by its request id, which belongs to one plan and operator',
  ],
  'POST /api/backoffice/commission/decide': [
    'apps/server/src/rewards/invitations/commission.test.ts',
    'released, it is paid at once, and once however many concurrent requests there are',
  ],
  'POST /api/backoffice/withdrawals/decide': [
    'apps/server/src/backoffice/withdrawals.test.ts',
    'each withdrawal of a batch gets its own answer, and the batch sent again acts once and answers the same',
  ],
  'POST /api/backoffice/withdrawals/settle': [
    'apps/server/src/backoffice/settle-payouts.test.ts',
    'a payout whose outcome stays unknown ends as two independent operators decide',
  ],
  'POST /api/backoffice/books/uncredited/:id/decide': [
    'apps/server/src/cashier/books/uncredited.test.ts',
    'USDT below the minimum is credited once an operator decides so; another token never is',
  ],
  debit: walletTest,
  credit: walletTest,
  rollback: walletTest,
  freeRound: [
    'apps/server/src/games/free-rounds/free-rounds.test.ts',
    '31.7 a free round stands for one request: with another sum, grant or round it is refused',
  ],
}

/** Names another bet's request id, and has none of its own. */
const namesAnother: CallKey[] = ['POST /api/app/sportsbook/cancelBet']

/** A schema as far as it contains others. */
type Shape = { def: { shape?: Record<string, Shape>; element?: Shape; innerType?: Shape; options?: Shape[] } }

/** All field names in it, at any depth. */
function namesIn(schema: Shape | undefined): string[] {
  if (!schema) return []
  const { shape = {}, element, innerType, options = [] } = schema.def
  const fields = Object.entries(shape).flatMap(([name, field]) => [name, ...namesIn(field)])
  return [...fields, ...namesIn(element), ...namesIn(innerType), ...options.flatMap(namesIn)]
}

test('31.7 every call that carries an id of the caller’s own is walked', () => {
  const withId = (all: object, name: string) =>
    Object.entries(all as Record<string, { body?: Shape }>).flatMap(([key, { body }]) =>
      namesIn(body).includes(name) ? [key] : [],
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
      // A room between two draws, and a setting read within a second, become ready by themselves.
      const isNotYet = ['betting_closed', 'transfer_closed'].includes(String(answer.data['code']))
      return isNotYet ? undefined : answer
    })
    expect(first).toMatchObject({ http: 200 })
    const cents = await centsNow()
    for (const other of others) {
      const body = { ...(asked.body as object), ...other }
      const refused = await insist(world.attacked.url, { ...asked, body })
      expect([other, refused.text]).toEqual([other, expect.stringContaining('"code":"request_mismatch"')])
    }
    const again = await insist(world.attacked.url, asked)
    const reported = ({ data }: Answered) => (isDrawn ? (data['round'] as OwnRound).roundId : data)
    expect(reported(again)).toEqual(reported(first))
    expect(await centsNow()).toBe(cents)
  })
})

test('31.7 the ledger holds', async () => {
  expect(await verifyAll(world.attacked.deps.db)).toEqual([])
})
