import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { openGames } from './games/index.ts'
import { policyOf } from './protection/index.ts'
import { addMatch, type Harness, openHarness, requestFor } from './sportsbook/testing/harness.ts'
import { verifyAll } from './verify.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000

/** From here on this server's clock differs from the database's by this much. */
const setClock = (offMs: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs })

const codeOf = (answer: { ok: true } | { ok: false; refusal: { code: string } } | undefined) =>
  answer?.ok ? 'taken' : answer?.refusal.code

/** The soonest draw of double closes this far from now, by the database's clock; later ones have an hour. */
async function closeIn(seconds: number): Promise<void> {
  const owner = ownerOf(harness.deps.db)
  await owner`alter table games_shared_round disable trigger user`
  await owner`
    update games_shared_round
       set opens_at = now() - interval '1 hour', closes_at = now() + interval '1 hour',
           draws_at = now() + interval '1 hour', settles_at = now() + interval '1 hour', ends_at = now() + interval '1 hour'
     where status = 'open'`
  await owner`
    update games_shared_round set closes_at = now() + make_interval(secs => ${seconds}::int)
     where id = (select min(id) from games_shared_round where room = 'double' and status = 'open')`
  await owner`alter table games_shared_round enable trigger user`
}

describe.each([
  { what: 'five minutes ahead', offMs: 5 * MINUTE_MS },
  { what: 'five minutes behind', offMs: -5 * MINUTE_MS },
])('a server whose clock is $what', ({ offMs }) => {
  test('K28: takes bets on a match until it starts by the database clock, and none after', async () => {
    const playerId = await harness.newPlayer(10_000)
    const coming = await addMatch(harness, 2 * MINUTE_MS)
    const begun = await addMatch(harness, -MINUTE_MS)
    setClock(offMs)
    const { placeBet } = harness.sportsbook
    expect(codeOf(await placeBet(requestFor(playerId, coming.outcomes['home'])))).toBe('taken')
    expect(codeOf(await placeBet(requestFor(playerId, begun.outcomes['home'])))).not.toBe('taken')
    expect(await harness.cash(playerId)).toBe(9000)
  })

  test('K28: takes a bet on a draw until it closes by the database clock, and then for the next one', async () => {
    const { deps } = harness
    const games = openGames(deps, { policy: policyOf(deps.config) })
    const playerId = await harness.newPlayer(10_000)
    await games.advanceSharedRounds()
    const bet = async () => {
      const requestId = `wrong-clock-${deps.random.hex(8)}`
      const choice = { colour: 'red' }
      const [answer] = await games.playRounds([
        { playerId, requestId, game: 'double', stakeCents: 100, choice },
      ])
      if (!answer?.ok) throw new Error(codeOf(answer))
      return answer.value
    }
    await closeIn(120)
    setClock(offMs)
    const inTime = await bet()
    await closeIn(-1)
    const late = await bet()
    expect(late.draw?.place).toBe((inTime.draw?.place ?? 0) + 1)
    // Nor is a draw early, or given up as too late.
    await games.advanceSharedRounds()
    const rows = await deps.db<{ status: string }[]>`
      select status from games_shared_round where id = ${inTime.draw?.sharedRoundId ?? 0}`
    expect(rows).toEqual([{ status: 'open' }])
  })

  test('K30: begins, keeps and ends rounds at database times, and the ledger holds', async () => {
    const { deps } = harness
    const games = openGames(deps, { policy: policyOf(deps.config) })
    const playerId = await harness.newPlayer(10_000)
    setClock(offMs)
    const [answer] = await games.playRounds([
      {
        playerId,
        requestId: `wrong-clock-${deps.random.hex(8)}`,
        game: 'mines',
        stakeCents: 100,
        choice: { mineCount: 3 },
      },
    ])
    if (!answer?.ok) throw new Error(codeOf(answer))
    expect(Math.abs(answer.value.at.getTime() + offMs - Date.now())).toBeLessThan(MINUTE_MS)
    expect(await games.closeIdle()).toBe(0)
    expect(await verifyAll(deps.db)).toEqual([])
  })
})
