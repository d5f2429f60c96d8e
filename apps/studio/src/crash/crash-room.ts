import { createHmac, randomBytes } from 'node:crypto'
import {
  chainCommitment,
  crashCurve,
  crashPayoutCents,
  crashPoint,
  crashTimeMs,
  hashChain,
  type HmacSha256,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { giveBack, settle, stake, type Studio } from '../bets/index.ts'
import {
  type BetRow,
  type BetStatus,
  closeCrashRound,
  type CrashMoment,
  type CrashRow,
  insertChain,
  insertCrashRound,
  leading,
  type Querying,
  selectChain,
  selectCrashBets,
  selectCrashMoment,
  selectCrashRounds,
  selectSession,
  type SessionRow,
} from '../store/index.ts'

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

const CHAIN_LENGTH = 20_000
const BET_MS = 5000
/** How long the end of a curve is shown before the next round takes bets. */
const PAUSE_MS = 2500

/** The states of bets that take part in their round. A repeated request for any other bet gets a refusal. */
const counting: readonly BetStatus[] = ['playing', 'paying', 'done']

/** A round as everybody may see it: the end of its curve and its seed only after it has ended. */
export type CrashView = {
  nowMs: number
  commitment: string
  salt: string
  round: { id: number; place: number; startsAtMs: number; point: number | null } | null
  bets: { name: string; stakeCents: number; cashedOutAt: number | null }[]
  history: { place: number; point: number; seed: string }[]
}

export type CrashAnswer =
  | {
      ok: true
      betId: string
      cashedOutAt: number | null
      winCents: number
      balanceCents: number | undefined
    }
  | { ok: false; code: string }

/** The next step of the rounds now. A curve without bets needs none until its end. */
function workAt({ last, isPlayed, now }: CrashMoment): 'begin' | 'settle' | 'none' {
  if (!last) return 'begin'
  if (last.isOver) return now.getTime() > last.endsAt.getTime() + PAUSE_MS ? 'begin' : 'none'
  return now >= (isPlayed ? last.startsAt : last.endsAt) ? 'settle' : 'none'
}

/** The crash game: consecutive shared rounds, by the clock of the database. */
export function openCrashRoom(studio: Studio) {
  const { store } = studio
  let chainSeeds: { id: number; seeds: string[] } | undefined

  /**
   * Advances the rounds, unless another process of this studio does: begins the next one, executes automatic cash-
   * outs that the curve has reached, and settles ended rounds.
   */
  const tick = async (): Promise<void> => {
    if (workAt(await selectCrashMoment(store)) === 'none') return
    await leading(store, async (own) => {
      const moment = await selectCrashMoment(own) // another process may have done it since
      const work = workAt(moment)
      if (work === 'begin') await beginRound(own)
      if (work === 'settle' && moment.last) await settleRound(moment.last, moment.now)
    })
  }

  async function beginRound(own: Querying): Promise<void> {
    let chain = await selectChain(own)
    if (!chain || chain.made >= chain.length) {
      const secret = randomBytes(32).toString('hex')
      const seeds = hashChain(secret, CHAIN_LENGTH)
      const salt = randomBytes(16).toString('hex')
      await insertChain(own, { secret, length: CHAIN_LENGTH, commitment: chainCommitment(seeds), salt })
      chain = await selectChain(own)
    }
    if (!chain) throw new Error('the crash has a chain')
    if (chainSeeds?.id !== chain.id) {
      chainSeeds = { id: chain.id, seeds: hashChain(chain.secret, chain.length) }
    }
    const seed = chainSeeds.seeds[chain.made]
    if (seed === undefined) throw new Error(`the chain has a seed at ${chain.made}`)
    const point = crashPoint(hmac, { gameHash: seed, salt: chain.salt })
    const curveMs = crashTimeMs(point)
    await insertCrashRound(own, {
      chainId: chain.id,
      place: chain.made,
      point,
      seed,
      betMs: BET_MS,
      curveMs,
    })
  }

  async function settleRound(round: CrashRow, now: Date): Promise<void> {
    const reached = Math.min(round.point, crashCurve(Math.max(0, now.getTime() - round.startsAt.getTime())))
    const isOver = now >= round.endsAt
    const bets = (await selectCrashBets(store, String(round.id))).filter(({ status }) => status === 'playing')
    await Promise.all(
      bets.map(async (bet) => {
        const isOut = bet.autoAt !== null && bet.autoAt <= reached
        if (!isOut && !isOver) return
        const session = await sessionOf(bet)
        await settle(studio, session, bet, isOut ? wonAt(bet, bet.autoAt ?? 0, round) : { winCents: 0 })
      }),
    )
    if (isOver) await closeCrashRound(store, round.id)
  }

  async function sessionOf(bet: BetRow): Promise<SessionRow> {
    const session = await selectSession(store, bet.bearerHash)
    if (!session) throw new Error(`bet ${bet.id} has a session`)
    return session
  }

  const wonAt = (bet: BetRow, at: number, { point }: CrashRow) => ({
    winCents: crashPayoutCents(cents(bet.stakeCents), at, point) as number,
    cashedOutAt: at,
  })

  /** Accepts a stake while the round takes bets. One that the wallet debited too late is returned. */
  async function bet(
    session: SessionRow,
    request: { requestId: string; stakeCents: number; autoAt: number | null },
  ): Promise<CrashAnswer> {
    const { rounds, now } = await selectCrashRounds(store)
    const [round] = rounds
    if (!round || now >= round.startsAt) return { ok: false, code: 'betting_closed' }
    const own = (await selectCrashBets(store, String(round.id))).find(
      ({ player }) => player === session.player,
    )
    if (own && own.requestId !== request.requestId) return { ok: false, code: 'already_in' }
    const staked = await stake(studio, session, {
      ...request,
      roundId: String(round.id),
      grantId: null,
      seedId: null,
      nonce: null,
    })
    if (staked.kind === 'refused') return { ok: false, code: staked.code }
    if (staked.kind === 'unknown') return { ok: false, code: 'try_again' }
    if (staked.kind === 'known' && !counting.includes(staked.bet.status))
      return { ok: false, code: staked.bet.refusal ?? 'try_again' }
    if (staked.kind === 'taken' && (await selectCrashRounds(store)).now >= round.startsAt) {
      await giveBack(studio, session, staked.bet)
      return { ok: false, code: 'betting_closed' }
    }
    const balanceCents = staked.kind === 'taken' ? staked.balanceCents : undefined
    return { ok: true, betId: staked.bet.id, cashedOutAt: null, winCents: 0, balanceCents }
  }

  /** Cashes out at the curve's value when the call arrives; after its end the call is too late. */
  async function cashOut(session: SessionRow): Promise<CrashAnswer> {
    const { rounds, now } = await selectCrashRounds(store)
    const [round] = rounds
    if (!round || round.isOver || now < round.startsAt) return { ok: false, code: 'not_running' }
    // Two devices that bet at the same moment are both in: each cash-out takes the next bet in play.
    const own = (await selectCrashBets(store, String(round.id))).find(
      ({ player, status }) => player === session.player && status === 'playing',
    )
    if (!own) return { ok: false, code: 'not_in' }
    const curve = crashCurve(now.getTime() - round.startsAt.getTime())
    const at = Math.min(curve, own.autoAt ?? curve)
    if (at > round.point) return { ok: false, code: 'too_late' }
    const won = wonAt(own, at, round)
    const { isMine, balanceCents } = await settle(studio, session, own, won)
    if (!isMine) return { ok: false, code: 'not_in' }
    return { ok: true, betId: own.id, cashedOutAt: at, winCents: won.winCents, balanceCents }
  }

  async function view(): Promise<CrashView> {
    const [{ rounds, now }, chain] = await Promise.all([selectCrashRounds(store), selectChain(store)])
    const [round] = rounds
    const bets = round ? await selectCrashBets(store, String(round.id)) : []
    return {
      nowMs: now.getTime(),
      commitment: chain?.commitment ?? '',
      salt: chain?.salt ?? '',
      round: round
        ? {
            id: round.id,
            place: round.place,
            startsAtMs: round.startsAt.getTime(),
            point: round.isOver ? round.point : null,
          }
        : null,
      bets: bets.map(({ player, stakeCents, cashedOutAt }) => ({
        name: `${player.slice(0, 2)}•••`,
        stakeCents,
        cashedOutAt,
      })),
      history: rounds
        .filter(({ isOver }) => isOver)
        .map(({ place, point, seed }) => ({ place, point, seed })),
    }
  }

  return { tick, bet, cashOut, view }
}

export type CrashRoom = ReturnType<typeof openCrashRoom>
