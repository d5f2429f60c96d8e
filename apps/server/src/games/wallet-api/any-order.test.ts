import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { openGames, verifyStudios } from '../index.ts'
import { type Harness, openHarness, openStudio, playerInGame } from '../testing/harness.ts'
import type { WalletAnswer, WalletRequest } from './wallet-state.ts'

let harness: Harness
let servers: Pick<Harness['games'], 'applyTransactions'>[]
beforeAll(async () => {
  harness = await openHarness()
  await openStudio(harness)
  servers = [harness.games, openGames(harness.deps, { policy: policyOf(harness.deps.config) })]
})
afterAll(() => harness.close())

type Transaction = Exclude<WalletRequest, { kind: 'end' }>
type Said = { request: Transaction; answer: WalletAnswer }

const START_CENTS = 5000

const move = fc.record({
  kind: fc.constantFrom('debit', 'debit', 'credit', 'rollback'),
  player: fc.nat({ max: 1 }),
  round: fc.nat({ max: 2 }),
  cents: fc.integer({ min: 10, max: 900 }),
  of: fc.nat(),
  isEnd: fc.boolean(),
})
/** How a transaction is repeated: unchanged, altered, or through the other player's session. */
const echo = fc.constantFrom('same', 'same', 'cents', 'round', 'session', 'kind')
const plan = fc.record({
  moves: fc.array(fc.tuple(move, fc.array(echo, { maxLength: 2 })), { minLength: 4, maxLength: 24 }),
  shuffle: fc.infiniteStream(fc.nat()),
  perList: fc.integer({ min: 1, max: 5 }),
})

let runs = 0

/** The studio's intended calls and the extra ones, in any order. */
function reportedOf(
  {
    moves,
    shuffle,
  }: {
    moves: [
      { kind: string; player: number; round: number; cents: number; of: number; isEnd: boolean },
      string[],
    ][]
    shuffle: Stream
  },
  sessions: readonly string[],
): Transaction[] {
  runs += 1
  const debits: { transactionId: string; roundId: string; player: number }[] = []
  const reported = moves.flatMap(([one, echoes], at): Transaction[] => {
    const { kind, player, cents, isEnd } = one
    const undone = debits[one.of % Math.max(1, debits.length)]
    const transactionId = `any-${runs}-${at}`
    const roundId = kind === 'rollback' && undone ? undone.roundId : `any-${runs}-${player}-${one.round}`
    const own = kind === 'rollback' && undone ? undone.player : player
    const base = { studioId: 'acme', session: sessions[own] ?? '', roundId, transactionId }
    if (kind === 'debit') debits.push({ transactionId, roundId, player })
    const first: Transaction =
      kind === 'debit'
        ? { ...base, kind, cents }
        : kind === 'credit'
          ? { ...base, kind, cents, endsRound: isEnd }
          : { ...base, kind: 'rollback', refersTo: undone?.transactionId ?? 'never-came' }
    return [first, ...echoes.map((what) => alteredBy(what, first, sessions[1 - own] ?? ''))]
  })
  return reported
    .map((request) => ({ request, at: Number(shuffle.next().value) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ request }) => request)
}
type Stream = Iterator<number>

function alteredBy(what: string, request: Transaction, session: string): Transaction {
  if (what === 'cents' && 'cents' in request) return { ...request, cents: request.cents + 1 }
  if (what === 'round') return { ...request, roundId: `${request.roundId}-x` }
  if (what === 'session') return { ...request, session }
  const { studioId, session: own, roundId, transactionId } = request
  if (what === 'kind' && request.kind === 'debit')
    return { studioId, session: own, roundId, transactionId, kind: 'credit', cents: 900, endsRound: true }
  return request
}

/** Sends the calls as they reach the wallet: a list that fails as a whole is retried one by one. */
async function report(list: readonly Transaction[], server: number): Promise<Said[]> {
  const { applyTransactions } = servers[server % 2] ?? harness.games
  const answers = await applyTransactions(list).catch(async () => {
    const alone: WalletAnswer[] = []
    for (const one of list) alone.push(...(await applyTransactions([one])))
    return alone
  })
  return list.flatMap((request, at) => {
    const answer = answers[at]
    return answer ? [{ request, answer }] : []
  })
}

test('repeated, altered, through another session and in any order, each transaction has one effect at most', async () => {
  let [done, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(plan, async ({ perList, ...asked }) => {
      const players = [await playerInGame(harness, START_CENTS), await playerInGame(harness, START_CENTS)]
      const sessions = players.map(({ session }) => session)
      const reported = reportedOf({ ...asked, shuffle: asked.shuffle[Symbol.iterator]() }, sessions)
      const lists = Array.from({ length: Math.ceil(reported.length / perList) }, (_none, at) =>
        reported.slice(at * perList, (at + 1) * perList),
      )
      const said = (await Promise.all(lists.map(report))).flat()
      const again = await report(reported, 0)
      const accepted = new Map<string, Transaction>()
      for (const { request, answer } of [...said, ...again]) {
        if (!answer.ok) {
          refused += 1
          continue
        }
        expect(request).toEqual(accepted.get(request.transactionId) ?? request)
        accepted.set(request.transactionId, request)
        done += 1
      }
      for (const [at, player] of players.entries()) {
        const own = [...accepted.values()].filter(({ session }) => session === sessions[at])
        const debits = own.flatMap((one) => (one.kind === 'debit' ? [one] : []))
        const back = new Set(own.flatMap((one) => (one.kind === 'rollback' ? [one.refersTo] : [])))
        const kept = debits.filter(({ transactionId }) => !back.has(transactionId))
        const credits = own.flatMap((one) => (one.kind === 'credit' ? [one] : []))
        const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0)
        expect(await player.balance()).toBe(START_CENTS - sum(kept) + sum(credits))
      }
    }),
    { numRuns: 40, seed: 3104 },
  )
  expect(done).toBeGreaterThan(300)
  expect(refused).toBeGreaterThan(100)
})

test('a rollback by another player’s session, concurrent with the debit, does not use up the debit’s own', async () => {
  for (let time = 0; time < 12; time += 1) {
    const [player, other] = [await playerInGame(harness, 1000), await playerInGame(harness, 1000)]
    const transactionId = `meant-for-another-${time}`
    const stake = player.debit(300, { transactionId })
    await Promise.all([
      report([stake as Transaction], 0),
      report([other.rollback(transactionId) as Transaction], 1),
    ])
    await report([player.rollback(transactionId) as Transaction], 0)
    expect([time, await player.balance()]).toEqual([time, 1000])
  }
})

test('leaves studio books that hold', async () => {
  expect(await harness.verify()).toEqual([])
  expect(await verifyStudios(harness.deps.db)).toEqual([])
})
