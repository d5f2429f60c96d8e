import type { CashOutRequest } from '../../apps/server/src/sportsbook/cash-out/cash-out-bets.ts'
import type { DueBet } from '../../apps/server/src/sportsbook/betting/rules.ts'
import type { PlayRound } from '../../apps/server/src/games/rounds/rules.ts'
import { cashOutBets, placeBets } from './book-commands.ts'
import {
  type Answer,
  creditTopUps,
  idKey,
  playRounds,
  requestWithdrawals,
  type SetLimit,
  setLimits,
  type TopUp,
  type Withdraw,
} from './commands.ts'
import type { Draw } from './draw.ts'
import { Broken, type Steps, type World } from './ledger.ts'
import { FIXTURES } from './quotes.ts'

type Kinds = {
  round: PlayRound
  bet: DueBet
  'cash-out': CashOutRequest
  withdrawal: Withdraw
  topup: TopUp
  limit: SetLimit & { requestId: string }
}
type Kind = keyof Kinds

/** A player's request, which may be repeated to another server, and each answer. */
export type Sent = {
  kind: Kind
  request: Kinds[Kind]
  sends: number
  inFlight: number
  answers: Answer[]
  isUnsure: boolean
}

export const PLAYERS = [1, 2, 3]
const MAX_SENDS = 4

/** Repeated after an answer or loss, sometimes earlier, as impatient players and proxies do. */
export const mayBeSent = ({ sends, inFlight, answers }: Sent): boolean =>
  sends < MAX_SENDS && (inFlight === 0 ? answers.length < 2 : inFlight < 2 && sends < 2)

export const wordsOf = ({ request }: Sent): string => `${request.playerId}/${request.requestId}`
export const wordOf = (answer: Answer): string => (answer.ok ? answer.value : answer.code)

/** A player's next request; undefined if there is no bet to sell. */
export function newRequest(
  draw: Draw,
  world: World,
  at: number,
): { kind: Kind; request: Kinds[Kind] } | undefined {
  const playerId = draw.oneOf(PLAYERS)
  const requestId = `r${at}`
  const kind = draw.oneOf([
    'round',
    'round',
    'bet',
    'bet',
    'bet',
    'cash-out',
    'cash-out',
    'withdrawal',
    'topup',
    'limit',
  ] as const)
  const own = { playerId, requestId }
  if (kind === 'round') {
    const choice = { direction: 'over', targetHundredths: 5050 }
    return { kind, request: { ...own, game: 'dice', stakeCents: 100 * (1 + draw.below(40)), choice } }
  }
  if (kind === 'bet') {
    const fixtures = draw.chance(30) ? [...FIXTURES] : [draw.oneOf(FIXTURES)]
    const legs = fixtures.map((id) => ({
      outcomeId: id * 10 + draw.below(3),
      priceMilli: 2900,
      isBanker: false,
    }))
    const unitStakeCents = 100 * (1 + draw.below(30))
    return {
      kind,
      request: { ...own, unitStakeCents, legs, folds: [legs.length], accept: 'any', hasWaited: true },
    }
  }
  if (kind === 'cash-out') {
    const bets = [...world.store.tables.bet.values()]
    if (bets.length === 0) return undefined
    const { id, playerId: owner, unitStakeCents } = draw.oneOf(bets)
    const unitCents = draw.chance(50) ? undefined : Math.ceil(unitStakeCents / 2)
    const expiresAtMs = world.now + 10_000_000
    return {
      kind,
      request: {
        playerId: owner,
        requestId,
        betId: id,
        unitCents,
        minOfferCents: 0,
        expiresAtMs,
        hasWaited: true,
      },
    }
  }
  if (kind === 'withdrawal') return { kind, request: { ...own, amountCents: 5000 + 100 * draw.below(150) } }
  if (kind === 'topup') return { kind, request: { ...own, cents: 100 * (1 + draw.below(50)) } }
  return { kind, request: { ...own, amount: draw.chance(80) ? 100 * (1 + draw.below(60)) : null } }
}

/** The command of this list. */
export function commandOf(world: World, kind: Kind, list: readonly Sent[]): Steps<Answer[]> {
  const of = <K extends Kind>() => list.map(({ request }) => request as Kinds[K])
  if (kind === 'round') return playRounds(world, of<'round'>())
  if (kind === 'bet') return placeBets(world, of<'bet'>())
  if (kind === 'cash-out') return cashOutBets(world, of<'cash-out'>())
  if (kind === 'withdrawal') return requestWithdrawals(world, of<'withdrawal'>())
  return kind === 'topup' ? creditTopUps(world, of<'topup'>()) : setLimits(world, of<'limit'>())
}

/** What was acknowledged is present once, as answered; what was always refused is absent. */
export function checkAnswers({ store }: World, { kind, request, answers, isUnsure }: Sent): void {
  const done = answers.filter((answer) => answer.ok)
  const name = `${kind} ${request.playerId}/${request.requestId}`
  if (new Set(done.map(({ value }) => value)).size > 1)
    throw new Broken(`${name} was answered otherwise each time: ${done.map(({ value }) => value).join(', ')}`)
  if (kind === 'limit') return // no row of its own: the limit in force may have changed since
  const id = store.tables.key.get(idKey(kind, request.playerId, request.requestId))
  if (done.length > 0 && id === undefined) throw new Broken(`${name} was acknowledged, and is lost`)
  if (done.length === 0 && id !== undefined && !isUnsure)
    throw new Broken(`${name} was refused, and is there`)
  if (id === undefined || done.length === 0) return
  if (kind === 'round' && done[0]?.value !== `round ${id} pays ${store.tables.round.get(id)?.payoutCents}`)
    throw new Broken(`${name} was answered ${done[0]?.value}, and is round ${id}`)
  if (kind === 'cash-out' && done[0]?.value !== `paid ${store.tables.cashOut.get(id)?.paidCents}`)
    throw new Broken(
      `${name} was answered ${done[0]?.value}, and paid ${store.tables.cashOut.get(id)?.paidCents}`,
    )
}
