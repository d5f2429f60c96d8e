import { openTestHouse } from '../../../../../tools/test/house.ts'
import { move, openBook, post, proveLedger, readPurses } from '../../ledger/index.ts'
import type { House } from '../../platform/house.ts'
import type { Random } from '../../platform/random.ts'
import type { Result } from '../../platform/result.ts'
import { policyOf, type PlayerStanding } from '../../protection/index.ts'
import { openGames, proveRounds } from '../index.ts'
import type { RoundRow } from '../round-queries.ts'
import type { PlayRound } from '../rules.ts'

/** Every seed the same, so that the same bet at the same nonce has the same roll for everybody and every run. */
const sameSeeds = (random: Random): Random => ({ ...random, hex: (bytes) => 'c5'.repeat(bytes) })

/** The room over a database of its own, and what tests ask of it again and again. */
export async function openTrial(env: Readonly<Record<string, string>> = {}) {
  const { house: plain, close } = await openTestHouse(env)
  const house: House = { ...plain, random: sameSeeds(plain.random) }
  const standings = new Map<number, PlayerStanding>()
  const open = () =>
    openGames(house, {
      policy: policyOf(house.config),
      standings: (_sql, playerIds) =>
        Promise.resolve(new Map([...standings].filter(([playerId]) => playerIds.includes(playerId)))),
    })
  let count = 0
  const fund = (playerId: number, cents: number, kind: 'cash' | 'bonus' = 'cash') => {
    count += 1
    const key = `trial:${count}`
    return house.db.begin(async (tx) => {
      const book = await openBook(tx, [playerId])
      move(book, { key, from: 'opening', to: { playerId, kind }, cents })
      await post(tx, book)
    })
  }
  const owe = (playerId: number, cents: number) => {
    count += 1
    const key = `trial:${count}`
    return house.db.begin(async (tx) => {
      const book = await openBook(tx, [playerId], ['cash', 'bonus', 'debt'])
      move(book, { key, from: { playerId, kind: 'debt' }, to: 'pix_in', cents })
      await post(tx, book)
    })
  }
  return {
    house,
    games: open(),
    /** The same room in another server. */
    open,
    standings,
    fund,
    /** The player owes so much, as after the bank took a top-up back. */
    owe,
    /** A player that nobody else uses, with so much cash. */
    newPlayer: async (cents: number): Promise<number> => {
      count += 1
      const playerId = 1000 + count
      if (cents > 0) await fund(playerId, cents)
      return playerId
    },
    purse: async (playerId: number) => (await readPurses(house.db, [playerId])).get(playerId),
    prove: async () => [...(await proveLedger(house.db, [])), ...(await proveRounds(house.db))],
    close,
  }
}

export type Trial = Awaited<ReturnType<typeof openTrial>>

let requests = 0

/** A round asked for: R$ 0.10 that the roll is over 50.50, unless told otherwise. */
export function askOf(playerId: number, own: Partial<PlayRound> = {}): PlayRound {
  requests += 1
  return {
    playerId,
    requestId: `trial-request-${String(requests).padStart(8, '0')}`,
    stakeCents: 10,
    bet: { side: 'over', targetHundredths: 5050 },
    ...own,
  }
}

/** A bet that hardly ever wins, and with the seeds of a trial never does. */
export const hopeless: PlayRound['bet'] = { side: 'under', targetHundredths: 1 }

/** The refusal, or that it was played. */
export const codeOf = (answer: Result<RoundRow> | undefined) => (answer?.ok ? 'played' : answer?.refusal.code)
