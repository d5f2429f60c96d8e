import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../test/database.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { type AttackingPlayer, centsOf, openOffers, openPlayers } from './players.ts'
import { type Asked, insist, request } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

let attacked: AttackedApp

beforeAll(async () => {
  attacked = await openAttackedApp()
})

afterAll(() => attacked.close())

type Data = Record<string, unknown>

const freshId = () => `limits-away-${attacked.deps.random.hex(8)}`

/** A player's actions with money, each with a new id: a small game, a bet, a top-up. */
async function waysOf({ token }: AttackingPlayer): Promise<Record<'round' | 'bet' | 'topUp', () => Asked>> {
  const dice = rightRequest('POST /api/app/games/dice/betPlay')
  const [offer] = await openOffers(attacked.url)
  const topUp = rightRequest('POST /api/app/order/prePayAmount')
  return {
    round: () => ({ ...dice, token, body: { ...(dice.body as Data), requestId: freshId() } }),
    bet: () => ({
      path: '/api/app/sportsbook/betPlay',
      token,
      body: { requestId: freshId(), unitStakeCents: 5_00, ...offer },
    }),
    topUp: () => ({ ...topUp, token, body: { gift: '0', amountCents: 50_00 } }),
  }
}

/**
 * How a table of limits and breaks is made unavailable and restored: names cannot be parameters, so each has its own
 * statements.
 */
const tables = {
  protection_break: {
    away: () => ownerOf(attacked.deps.db)`alter table protection_break rename to protection_away`,
    back: () => ownerOf(attacked.deps.db)`alter table protection_away rename to protection_break`,
  },
  protection_register_answer: {
    away: () => ownerOf(attacked.deps.db)`alter table protection_register_answer rename to protection_away`,
    back: () => ownerOf(attacked.deps.db)`alter table protection_away rename to protection_register_answer`,
  },
  protection_suspension: {
    away: () => ownerOf(attacked.deps.db)`alter table protection_suspension rename to protection_away`,
    back: () => ownerOf(attacked.deps.db)`alter table protection_away rename to protection_suspension`,
  },
  protection_own_limit: {
    away: () => ownerOf(attacked.deps.db)`alter table protection_own_limit rename to protection_away`,
    back: () => ownerOf(attacked.deps.db)`alter table protection_away rename to protection_own_limit`,
  },
}

test.each(Object.keys(tables) as (keyof typeof tables)[])(
  'while %s cannot be read nothing is staked or paid in, and no money moves; an exclusion holds throughout',
  async (table) => {
    const [player, excluded] = (await openPlayers(attacked.deps, [{ cents: 500_00 }, { cents: 500_00 }])) as [
      AttackingPlayer,
      AttackingPlayer,
    ]
    const ways = { free: await waysOf(player), excluded: await waysOf(excluded) }
    const exclusion = { path: '/api/app/protection/exclusion', body: { length: '3m' } }
    expect((await insist(attacked.url, { ...exclusion, token: excluded.token })).status).toBe(200)

    await tables[table].away()
    try {
      for (const way of [...Object.values(ways.free), ...Object.values(ways.excluded)]) {
        const { http, status } = await request(attacked.url, way())
        expect([http, status]).not.toContain(200)
      }
    } finally {
      await tables[table].back()
    }
    expect(await centsOf(attacked.deps, player.playerId)).toBe(500_00)
    expect(await centsOf(attacked.deps, excluded.playerId)).toBe(500_00)

    for (const way of Object.values(ways.excluded))
      expect((await insist(attacked.url, way())).data['code']).toBe('self_excluded')
    for (const way of Object.values(ways.free)) expect((await insist(attacked.url, way())).status).toBe(200)
  },
)
