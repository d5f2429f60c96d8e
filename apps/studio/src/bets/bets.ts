import { randomUUID } from 'node:crypto'
import type { WalletRefusal } from '@palpite/contract/studio'
import {
  type BetRow,
  insertBet,
  moveBet,
  moveDemo,
  type NewBet,
  selectBetOf,
  selectSession,
  selectStuck,
  type SessionRow,
  type Store,
} from '../store/index.ts'
import { isOfTheCall, type Said, type WalletClient } from '../wallet/index.ts'

export type Studio = { store: Store; wallet: WalletClient }

export type Staked =
  | { kind: 'taken'; bet: BetRow; balanceCents: number }
  | { kind: 'refused'; code: WalletRefusal }
  /** The outcome of the stake is unknown: it is returned, whether it was debited or not. */
  | { kind: 'unknown' }
  /** The request was made before. */
  | { kind: 'known'; bet: BetRow }

/**
 * Debits a stake. The bet is stored before the wallet is called, so that a stake without an answer is returned, by
 * this process or the next one.
 */
export async function stake(
  { store, wallet }: Studio,
  session: SessionRow,
  bet: Omit<NewBet, 'id' | 'bearerHash' | 'player' | 'game'>,
): Promise<Staked> {
  const row = {
    ...bet,
    id: randomUUID(),
    bearerHash: session.bearerHash,
    player: session.player,
    game: session.game,
  }
  if (!(await insertBet(store, row))) {
    const known = await selectBetOf(store, session.player, bet.requestId)
    if (!known) throw new Error(`the request ${bet.requestId} was made before`)
    return { kind: 'known', bet: known }
  }
  if (row.grantId !== null) return { kind: 'taken', bet: acceptedBet(row), balanceCents: 0 }
  const said = await debit({ store, wallet }, session, row)
  const seen = { id: row.id, from: 'staking' } as const
  if (said.kind === 'refused') {
    await moveBet(store, seen, { to: 'refused', refusal: said.code })
    return said
  }
  const isMine = await moveBet(store, seen, { to: said.kind === 'done' ? 'playing' : 'undoing' })
  if (said.kind === 'unknown' || !isMine) return { kind: 'unknown' }
  return { kind: 'taken', bet: acceptedBet(row), balanceCents: said.data.balanceCents }
}

const acceptedBet = (row: NewBet): BetRow => ({
  ...row,
  status: 'playing',
  refusal: null,
  cashedOutAt: null,
  winCents: 0,
})

/** Settles a bet in play: its return is owed from then on, and paid. Returns the balance, if known. */
export async function settle(
  studio: Studio,
  session: SessionRow,
  bet: BetRow,
  { winCents, cashedOutAt }: { winCents: number; cashedOutAt?: number },
): Promise<{ isMine: boolean } & Paid> {
  const won = { to: 'paying' as const, winCents, ...(cashedOutAt === undefined ? {} : { cashedOutAt }) }
  const isMine = await moveBet(studio.store, { id: bet.id, from: 'playing' }, won)
  if (!isMine) return { isMine, balanceCents: undefined }
  return { isMine, ...(await pay(studio, session, { ...bet, status: 'paying', winCents })) }
}

/** The balance, if known; for a free round also whether it was refused, and so not played. */
type Paid = { balanceCents: number | undefined; refused?: WalletRefusal }

async function pay({ store, wallet }: Studio, session: SessionRow, bet: BetRow): Promise<Paid> {
  const said = await credit({ store, wallet }, session, bet)
  // The job asks again.
  if (said.kind === 'unknown' || (said.kind === 'refused' && isOfTheCall(said.code)))
    return { balanceCents: undefined }
  const isRefused = said.kind === 'refused'
  await moveBet(
    store,
    { id: bet.id, from: 'paying' },
    { to: isRefused && bet.grantId !== null ? 'refused' : 'done', ...(isRefused && { refusal: said.code }) },
  )
  return isRefused
    ? { balanceCents: undefined, refused: said.code }
    : { balanceCents: said.data.balanceCents }
}

async function undo({ store, wallet }: Studio, session: SessionRow, bet: BetRow): Promise<void> {
  if (session.walletSession !== null) {
    const said = await wallet('rollback', {
      ...namesOf(session.walletSession, bet),
      transactionId: `rollback-${bet.id}`,
      refersTo: `debit-${bet.id}`,
    })
    // The job asks again.
    if (said.kind === 'unknown' || (said.kind === 'refused' && isOfTheCall(said.code))) return
  }
  await moveBet(store, { id: bet.id, from: 'undoing' }, { to: 'undone' })
}

/** Returns a stake that came too late for its round. */
export async function giveBack(studio: Studio, session: SessionRow, bet: BetRow): Promise<void> {
  if (await moveBet(studio.store, { id: bet.id, from: 'playing' }, { to: 'undoing' }))
    await undo(studio, session, bet)
}

/** Longer than the wallet's timeout. */
const STAKING_SECONDS = 15
const OWING_SECONDS = 2

/** Completes interrupted bets: stakes without an answer are returned, and owed returns are paid. */
export async function settleStuck(
  studio: Studio,
  winOf: (store: Store, bet: BetRow) => Promise<number>,
): Promise<void> {
  for (const bet of await selectStuck(studio.store, { staking: STAKING_SECONDS, owing: OWING_SECONDS })) {
    const session = await selectSession(studio.store, bet.bearerHash)
    if (!session) throw new Error(`bet ${bet.id} has a session`)
    if (bet.status === 'paying') await pay(studio, session, bet)
    else if (bet.status === 'playing' && bet.game === 'palpite-crash') await giveBack(studio, session, bet)
    else if (bet.status === 'playing') {
      await settle(studio, session, bet, { winCents: await winOf(studio.store, bet) })
    } else {
      const isMine =
        bet.status === 'undoing' ||
        (await moveBet(studio.store, { id: bet.id, from: 'staking' }, { to: 'undoing' }))
      if (isMine) await undo(studio, session, bet)
    }
  }
}

type Bet = Pick<BetRow, 'id' | 'bearerHash' | 'roundId' | 'stakeCents'>

const namesOf = (session: string, bet: Bet) => ({ session, currency: 'BRL', roundId: bet.roundId })

async function debit({ store, wallet }: Studio, session: SessionRow, bet: Bet): Promise<Said<'debit'>> {
  const transactionId = `debit-${bet.id}`
  if (session.walletSession !== null) {
    return wallet('debit', { ...namesOf(session.walletSession, bet), transactionId, cents: bet.stakeCents })
  }
  if (bet.stakeCents < session.minStakeCents || bet.stakeCents > session.maxStakeCents) {
    return { kind: 'refused', code: 'stake_out_of_bounds' }
  }
  const balanceCents = await moveDemo(store, bet.bearerHash, -bet.stakeCents)
  return balanceCents === undefined
    ? { kind: 'refused', code: 'insufficient_funds' }
    : { kind: 'done', data: { transactionId, balanceCents, isReplay: false } }
}

async function credit(
  { store, wallet }: Studio,
  session: SessionRow,
  bet: Bet & Pick<BetRow, 'winCents' | 'grantId'>,
): Promise<Said<'credit'>> {
  const transactionId = `credit-${bet.id}`
  if (session.walletSession !== null) {
    const names = namesOf(session.walletSession, bet)
    if (bet.grantId !== null) {
      return wallet('freeRound', { ...names, transactionId, grant: bet.grantId, cents: bet.winCents })
    }
    return wallet('credit', { ...names, transactionId, cents: bet.winCents, endsRound: true })
  }
  const balanceCents = (await moveDemo(store, bet.bearerHash, bet.winCents)) ?? 0
  return { kind: 'done', data: { transactionId, balanceCents, isReplay: false } }
}
