import { createHmac, randomUUID } from 'node:crypto'
import { type HmacSha256, slotRound, type SlotRound } from '@palpite/games'
import type { WalletCalls } from '@palpite/contract/studio'
import { cents } from '@palpite/money'
import { settle, stake, type Studio } from '../bets/index.ts'
import {
  type BetRow,
  selectBetOf,
  selectSeed,
  selectSinceLast,
  type SessionRow,
  type Store,
  claimNonce,
} from '../store/index.ts'

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

type Spun = {
  betId: string
  stakeCents: number
  payoutCents: number
  /** The stops of each spin: its symbols and payout follow from them. */
  stops: readonly (readonly number[])[]
  nonce: number
  balanceCents: number | undefined
}

export type SpinAnswer = { ok: true; spun: Spun } | { ok: false; code: string }

/** A stake is played at once: a repeated request returns the same round. */
export async function spin(
  studio: Studio,
  session: SessionRow,
  { requestId, stakeCents: asked, grant }: { requestId: string; stakeCents: number; grant: string | null },
): Promise<SpinAnswer> {
  const before = await selectBetOf(studio.store, session.player, requestId)
  if (before) return shownAgain(studio.store, before)
  // A request that comes too early must wait: the game sets the round time, not the player.
  if ((await selectSinceLast(studio.store, session.player, session.game)) < session.minRoundMs - 250) {
    return { ok: false, code: 'too_fast' }
  }
  const free = grant === null ? undefined : await freeRoundsOf(studio, session)
  const gift = free?.find((one) => one.grant === grant)
  if (grant !== null && !gift) return { ok: false, code: free ? 'no_free_rounds' : 'try_again' }
  const stakeCents = gift?.stakeCents ?? asked
  const seed = await claimNonce(studio.store, session.player)
  const bet = {
    requestId,
    stakeCents,
    roundId: randomUUID(),
    autoAt: null,
    grantId: grant,
    seedId: seed.id,
    nonce: seed.nonce,
  }
  const staked = await stake(studio, session, bet)
  if (staked.kind === 'refused') return { ok: false, code: staked.code }
  if (staked.kind === 'unknown') return { ok: false, code: 'try_again' }
  if (staked.kind === 'known') return shownAgain(studio.store, staked.bet)
  const round = slotRound(hmac, seed, cents(stakeCents))
  const paid = await settle(studio, session, staked.bet, { winCents: round.payoutCents })
  if (paid.refused !== undefined && grant !== null) return { ok: false, code: paid.refused }
  // A free round is shown once the wallet has accepted it: until then it may be refused.
  if (paid.balanceCents === undefined && grant !== null) return { ok: false, code: 'try_again' }
  const { balanceCents } = paid
  return { ok: true, spun: spunOf(staked.bet, round, balanceCents) }
}

const spunOf = (bet: BetRow, round: SlotRound, balanceCents: number | undefined): Spun => ({
  betId: bet.id,
  stakeCents: bet.stakeCents,
  payoutCents: round.payoutCents,
  stops: round.spins.map(({ stops }) => stops),
  nonce: bet.nonce ?? 0,
  balanceCents,
})

export type FreeRounds = WalletCalls['freeRounds']['data']['grants']

/** The free rounds that the wallet granted this player here; undefined if it does not answer. */
export async function freeRoundsOf({ wallet }: Studio, session: SessionRow): Promise<FreeRounds | undefined> {
  if (session.walletSession === null) return []
  const said = await wallet('freeRounds', { session: session.walletSession })
  return said.kind === 'done' ? said.data.grants : undefined
}

async function shownAgain(store: Store, bet: BetRow): Promise<SpinAnswer> {
  if (bet.status === 'refused') return { ok: false, code: bet.refusal ?? 'bad_request' }
  if (bet.status !== 'done' && (bet.status !== 'paying' || bet.grantId !== null))
    return { ok: false, code: 'try_again' }
  return { ok: true, spun: spunOf(bet, await roundOf(store, bet), undefined) }
}

/** The round of a bet, recomputed from its seeds. */
async function roundOf(store: Store, bet: BetRow): Promise<SlotRound> {
  const seed = await selectSeed(store, bet.seedId ?? 0)
  if (!seed || bet.nonce === null) throw new Error(`bet ${bet.id} has seeds`)
  return slotRound(hmac, { ...seed, nonce: bet.nonce }, cents(bet.stakeCents))
}

/** The payout of a spin whose process died before reporting it. */
export const slotWinCents = async (store: Store, bet: BetRow): Promise<number> =>
  (await roundOf(store, bet)).payoutCents

/** A past spin as it was played. */
export const spunBefore = (store: Store, bet: BetRow): Promise<SpinAnswer> => shownAgain(store, bet)
