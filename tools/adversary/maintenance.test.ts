import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  endMaintenance,
  planMaintenance,
  readOpenMaintenance,
} from '../../apps/server/src/platform/plan-maintenance.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import {
  type CallKey,
  calls,
  type MaintenancePart,
  maintenanceParts,
  type MaintenanceScope,
} from '../../packages/contract/src/index.ts'
import { until } from '../test/until.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { accepted, betOn, stepIn } from './game-requests.ts'
import { inTurn } from './in-turn.ts'
import { closedBy } from './maintenance-table.ts'
import { type AttackingPlayer, centsOf, openOffers, openPlayers } from './players.ts'
import { type Answered, type Asked, insist } from './request.ts'
import { requestWalks, type World } from './request-walks.ts'
import { rightRequest } from './wrong-requests.ts'

let attacked: AttackedApp
/** Two servers over one database. */
let urls: string[]
const world = {} as World

beforeAll(async () => {
  attacked = await openAttackedApp()
  urls = [attacked.url, await attacked.openBeside()]
  Object.assign(world, { attacked, offers: await openOffers(attacked.url), operatorToken: '' })
})
afterEach(async () => {
  for (const { id } of await readOpenMaintenance(attacked.deps.db))
    await attacked.deps.db.begin((tx) => endMaintenance(tx, { id, by: 1, reason: 'the test is over' }))
  await obeyed([])
})
afterAll(() => attacked.close())

const keys = Object.keys(calls) as CallKey[]
const anHour = () => new Date(Date.now() + 3_600_000)
const codeOf = ({ data }: Answered) => data['code']
const requestId = () => attacked.deps.random.hex(16)

/** What each server says is closed. */
const scopesAt = async (url: string) => {
  const { data } = await insist(url, { path: '/api/app/maintenance' })
  return (data['closed'] as { scope: MaintenanceScope }[]).map(({ scope }) => scope)
}

/** Waits until every server obeys. */
const obeyed = (scopes: readonly MaintenanceScope[]) =>
  until('all servers know it', async () =>
    (await Promise.all(urls.map(scopesAt))).every((known) => known.join() === scopes.join()),
  )

const begin = (scope: MaintenanceScope) =>
  attacked.deps.db.begin((tx) =>
    planMaintenance(tx, {
      operatorId: 1,
      requestId: requestId(),
      scope,
      reason: 'the database gets a new disk',
      startsAt: null,
      expectedEnd: anHour(),
    }),
  )

async function playersWith(count: number, cents: number): Promise<AttackingPlayer[]> {
  return openPlayers(
    attacked.deps,
    Array.from({ length: count }, () => ({ cents })),
  )
}

/** The calls that maintenance refuses, of these, each by a player of its own: some end sessions or accounts. */
async function refusedOf(asked: readonly CallKey[]): Promise<CallKey[]> {
  const players = await playersWith(asked.length, 10_000)
  const answers = await inTurn(asked, 8, (key, at) =>
    insist(
      attacked.url,
      { ...rightRequest(key), token: players[at]?.token ?? '', from: `192.0.2.${at % 250}` },
      3,
    ),
  )
  return asked.filter((_key, at) => answers[at]?.text.includes('"under_maintenance"'))
}

test('maintenance of everything refuses the calls of the table that begin something, and no other call', async () => {
  await begin('all')
  await obeyed(['all'])
  expect(await refusedOf(keys)).toEqual(keys.filter((key) => closedBy[key] !== 'open'))
})

test.each(maintenanceParts)('maintenance of %s refuses its own calls of the table alone', async (part) => {
  await begin(part)
  await obeyed([part])
  const beginning = keys.filter((key) => closedBy[key] !== 'open')
  expect(await refusedOf(beginning)).toEqual(keys.filter((key) => closedBy[key] === part))
})

test('nothing of the table is refused without maintenance', async () => {
  expect(await refusedOf(keys.filter((key) => closedBy[key] !== 'open'))).toEqual([])
})

test('the refusal says in the language of the player what is closed and until when', async () => {
  const [player] = await playersWith(1, 1_000)
  await begin('games')
  await obeyed(['games'])
  const asked = betOn(attacked, player as AttackingPlayer, 'dice')
  const say = async (lang: string) =>
    JSON.parse((await insist(attacked.url, { ...asked, headers: { lang } })).text)
  expect(await say('en_US')).toMatchObject({
    status: 5560,
    message: expect.stringMatching(
      /^Games are closed for maintenance\. Expected back: .*\d\d.*\.$/,
    ) as string,
    data: { code: 'under_maintenance', scope: 'games', isLate: false },
  })
  expect(await say('pt_BR')).toMatchObject({
    message: expect.stringMatching(
      /^Os jogos estão em manutenção\. Previsão de volta: .* às \d\d:\d\d\.$/,
    ) as string,
  })
})

const repeated = keys.filter(
  (key) => 'decidesMaintenance' in calls[key] && key !== 'POST /api/app/sportsbook/cashOutRule',
)

test.each(repeated.filter((key) => !key.endsWith('/transfer')))(
  '%s answers a repeated request as before, and refuses a new one',
  async (key) => {
    const walk = await requestWalks(world)[key]?.()
    if (!walk?.player) throw new Error(`${key} has a walk`)
    const first = await insist(attacked.url, walk.asked)
    expect(first).toMatchObject({ http: 200 })
    await begin(closedBy[key] as MaintenancePart)
    await obeyed([closedBy[key] as MaintenancePart])
    const again = await insist(attacked.url, walk.asked)
    expect(again.http).toBe(200)
    expect(idsIn(again.data)).toEqual(idsIn(first.data))
    const cents = await centsOf(attacked.deps, walk.player.playerId)
    const other = await insist(attacked.url, withOtherId(walk.asked))
    expect(other.text).toContain('under_maintenance')
    expect(await centsOf(attacked.deps, walk.player.playerId)).toBe(cents)
  },
)

/** The bets, rounds and orders that an answer names. */
const idsIn = (data: Record<string, unknown>) =>
  JSON.stringify(data).match(/"(?:betId|roundId|orderId)":"[^"]+"/g)

/** The same request under an id of its own. */
function withOtherId({ body, ...asked }: Asked): Asked {
  const { tickets, ...rest } = body as { tickets?: object[] }
  const anew = tickets
    ? { tickets: tickets.map((ticket) => ({ ...ticket, requestId: requestId() })) }
    : { ...rest, requestId: requestId() }
  return { ...asked, body: anew }
}

test('an open round of mines goes on and is cashed out', async () => {
  const [player] = (await playersWith(1, 10_000)) as [AttackingPlayer]
  const { roundId } = await accepted(attacked, betOn(attacked, player, 'mines'))
  await begin('all')
  await obeyed(['all'])
  const opened = await insist(attacked.url, stepIn(attacked, player, 'mines', { roundId, tile: 0 }))
  expect(opened).toMatchObject({ http: 200 })
  const { status } = opened.data['round'] as { status: string }
  const cashOut = stepIn(attacked, player, 'mines', { roundId, tile: null })
  // A mine ends the round at once.
  expect(status === 'open' ? (await insist(attacked.url, cashOut)).http : 200).toBe(200)
  expect(codeOf(await insist(attacked.url, betOn(attacked, player, 'mines')))).toBe('under_maintenance')
})

test('of 200 bets that arrive at two servers while maintenance begins each is taken whole or refused', async () => {
  const players = await playersWith(20, 10_000)
  const asked = Array.from({ length: 200 }, (_none, at): Asked => {
    const { token } = players[at % players.length] as AttackingPlayer
    const body = { requestId: requestId(), unitStakeCents: 100, ...world.offers[at % world.offers.length] }
    return { path: '/api/app/sportsbook/betPlay', token, body }
  })
  let answered = 0
  const at = (url: number) => urls[url % 2] ?? ''
  const sending = inTurn(asked, 16, async (one, place) => {
    const answer = await insist(at(place), one)
    answered += 1
    return answer
  })
  await until('some are taken', () => answered >= 20)
  await begin('bets')
  const answers = await sending
  const taken = answers.filter(({ http }) => http === 200)
  const refused = answers.filter(({ http }) => http !== 200)
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['under_maintenance']))
  await obeyed(['bets'])
  // From here on every server refuses, and says of each earlier request what became of it.
  const again = await inTurn(asked, 16, (one, place) => insist(at(place + 1), one))
  expect(again.map(({ http, data }) => [http, data['betId']])).toEqual(
    answers.map(({ http, data }) => [http, data['betId']]),
  )
  const cents = await Promise.all(players.map(({ playerId }) => centsOf(attacked.deps, playerId)))
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(200_000 - taken.length * 100)
  const [bets] = await attacked.deps.db<{ count: number }[]>`
    select count(*)::integer as count from sportsbook_bet where player_id = any(${players.map((one) => one.playerId)})`
  expect(bets?.count).toBe(taken.length)
  expect(await verifyAll(attacked.deps.db)).toEqual([])
})
