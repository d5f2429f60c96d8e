import { readPlayersPaying, readProven, readWaitingOrders } from '../cashier/index.ts'
import { readPlayersInGame } from '../games/index.ts'
import { closeAccount, type CloseAccount, readPlayers } from '../identity/index.ts'
import {
  balanceOf,
  type LedgerBatch,
  lockAccounts,
  owedCents,
  post,
  readBalances,
  readHeld,
  readOwed,
} from '../ledger/index.ts'
import { audit } from '../platform/audit.ts'
import { present } from '../platform/errors.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { Lang } from '../platform/texts.ts'
import { holdForClosing, keepBreaks, readSuspended } from '../protection/index.ts'
import { readWithOpenBets } from '../sportsbook/index.ts'
import { forfeitBonuses, meetRequirements, readWagering, type WageringBatch } from '../wagering/index.ts'
import { readMonth } from './queries.ts'
import type { Profile } from './profile.ts'

/** What prevents closing an account, in the order in which the player can resolve it. */
export type Obstacle =
  | 'account_suspended'
  | 'closing_bets_open'
  | 'closing_game_open'
  | 'closing_topup_open'
  | 'owes_money'
  | 'closing_money_left'
  | 'closing_withdrawal_open'

export type CloseOwnAccount = {
  playerId: number
  sessionId: number
  password: string
  code: string
  givesUpBonus: boolean
  deletesNow: boolean
  lang: Lang
}

type CloseRefusal =
  | Obstacle
  | 'closing_bonus_left'
  | 'not_found'
  | 'too_many_requests'
  | 'wrong_password'
  | 'wrong_second_factor'

type Closing = Pick<Profile, 'deps' | 'policy' | 'confirmOwner'>

/**
 * Closes a player's account on request, with the password and the code of a second factor. Bets, games, money and
 * pending payments must be finished first; a bonus is forfeited after a second confirmation. Closed once, however
 * often it is sent.
 */
export async function closeOwnAccount(
  closing: Closing,
  { givesUpBonus, deletesNow, ...request }: CloseOwnAccount,
): Promise<Result<null, CloseRefusal>> {
  const { playerId, lang } = request
  // Known obstacles are refused before the code is used up; they are checked again under the locks.
  const { obstacles: known, bonusCents } = await readClosing(closing, playerId)
  if (known[0]) return refuse(known[0])
  if (bonusCents > 0 && !givesUpBonus) return refuse('closing_bonus_left')
  const confirmed = await closing.confirmOwner(request)
  if (!confirmed.ok) return confirmed
  return closing.deps.db.begin(async (tx) => {
    const { ledger, wagering, obstacles } = await lockForClosing(tx, closing, playerId)
    const [obstacle] = obstacles
    if (obstacle) return refuse(obstacle)
    if (balanceOf(ledger, playerId, 'bonus') > 0 && !givesUpBonus) return refuse('closing_bonus_left')
    return closeLocked(tx, closing, {
      ledger,
      wagering,
      account: { playerId, why: 'player', deletesNow, lang },
    })
  })
}

/** What a player is shown before closing: the obstacles, and the bonus that would be lost. */
export async function readClosing({ deps: { db } }: Pick<Closing, 'deps'>, playerId: number) {
  const [balances, held, owed] = await Promise.all([
    readBalances(db, [playerId]),
    readHeld(db, playerId),
    readOwed(db, [playerId]),
  ])
  const { cashCents, bonusCents } = present(balances.get(playerId), 'the balances of a player')
  const money = { cashCents, heldCents: held, owedCents: owed.get(playerId) ?? 0 }
  return { obstacles: await obstaclesOf(db, playerId, money), cashCents, bonusCents }
}

/**
 * Whether a remainder below the minimum withdrawal can be paid out: to an identified player, if nothing else prevents
 * closing.
 */
export async function mayWithdrawRest(
  { deps, readCashierSettings }: Pick<Profile, 'deps' | 'readCashierSettings'>,
  playerId: number,
  { obstacles, cashCents }: { obstacles: readonly Obstacle[]; cashCents: number },
): Promise<boolean> {
  if (obstacles.length !== 1 || obstacles[0] !== 'closing_money_left') return false
  const { withdrawMinCents } = await readCashierSettings()
  if (cashCents >= withdrawMinCents) return false
  const player = (await readPlayers(deps.db, [playerId])).get(playerId)
  return player?.isIdentified === true && !player.isTest
}

export type WithdrawRest = Pick<CloseOwnAccount, 'playerId' | 'sessionId' | 'password' | 'code' | 'lang'>

type Leaving = Pick<Profile, 'deps' | 'confirmOwner' | 'readCashierSettings' | 'requestWithdrawal'>

/**
 * Requests the withdrawal of the whole remainder to the own CPF, with the password and the code of a second factor: a
 * leaving player could not get less than the minimum otherwise. Once a month, because each payout costs the house a
 * fee; money still to be wagered stays bound.
 */
export async function withdrawRest(leaving: Leaving, request: WithdrawRest): Promise<Result<null>> {
  const { playerId } = request
  const { db } = leaving.deps
  const closing = await readClosing(leaving, playerId)
  if (closing.cashCents === 0) return refuse('withdraw_nothing')
  if (!(await mayWithdrawRest(leaving, playerId, closing)))
    return refuse(closing.obstacles[0] ?? 'closing_money_left')
  const confirmed = await leaving.confirmOwner(request)
  if (!confirmed.ok) return confirmed
  const player = (await readPlayers(db, [playerId])).get(playerId)
  const { name, cpf } = present(player, `player ${playerId}`)
  const asked = await leaving.requestWithdrawal({
    playerId,
    sessionId: 0,
    isByHouse: true,
    isLeaving: true,
    requestId: `leaving-${playerId}-${await readMonth(db)}`,
    method: 'CPF',
    payCardNo: present(cpf, 'the CPF of who is identified'),
    holderName: present(name, 'the name of who is identified'),
    whatsapp: '',
    amountCents: closing.cashCents,
  })
  if (asked.ok) return ok(null)
  // This month's request id belongs to another amount.
  return asked.refusal.code === 'request_mismatch' ? refuse('closing_rest_taken') : asked
}

/**
 * Locks a player's accounts and returns what prevents closing: none of it can change before the transaction ends. A
 * bonus whose requirement is met counts as own money already.
 */
export async function lockForClosing(
  tx: Tx,
  { policy }: Pick<Closing, 'policy'>,
  playerId: number,
): Promise<{ ledger: LedgerBatch; wagering: WageringBatch; obstacles: Obstacle[] }> {
  const ledger = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
  const wagering = await readWagering(tx, policy, [playerId])
  meetRequirements(wagering, ledger, [playerId])
  const obstacles = await obstaclesOf(tx, playerId, {
    cashCents: balanceOf(ledger, playerId, 'cash'),
    heldCents: balanceOf(ledger, playerId, 'hold'),
    owedCents: owedCents(ledger, playerId),
  })
  return { ledger, wagering, obstacles }
}

type Money = { cashCents: number; heldCents: number; owedCents: number }

async function obstaclesOf(sql: Sql, playerId: number, money: Money): Promise<Obstacle[]> {
  const [suspended, bets, games, orders, transfers] = await Promise.all([
    readSuspended(sql, [playerId]),
    readWithOpenBets(sql, [playerId]),
    readPlayersInGame(sql, [playerId]),
    readWaitingOrders(sql, [playerId]),
    readPlayersPaying(sql, [playerId]),
  ])
  const found: [Obstacle, boolean][] = [
    // A suspended account stays open: money and evidence stay until operators decide.
    ['account_suspended', suspended.has(playerId)],
    ['closing_bets_open', bets.length > 0],
    ['closing_game_open', games.has(playerId)],
    ['closing_topup_open', orders.length + transfers.length > 0],
    ['owes_money', money.owedCents > 0],
    ['closing_money_left', money.cashCents > 0],
    ['closing_withdrawal_open', money.heldCents > 0],
  ]
  return found.filter(([, is]) => is).map(([obstacle]) => obstacle)
}

/** Closes an account without obstacles, whose player's accounts are locked. */
export async function closeLocked(
  tx: Tx,
  { deps, policy }: Pick<Closing, 'deps' | 'policy'>,
  { ledger, wagering, account }: { ledger: LedgerBatch; wagering: WageringBatch; account: CloseAccount },
): Promise<Result<null, 'not_found'>> {
  const { playerId, why, deletesNow } = account
  await forfeitBonuses(tx, { ledger, wagering, playerId })
  await post(tx, ledger)
  const player = (await readPlayers(tx, [playerId])).get(playerId)
  if (!player) return refuse('not_found')
  if (!(await closeAccount(tx, account))) return ok(null) // it was closed while this call waited for the accounts
  if (player.cpf !== null)
    await keepBreaks(tx, deps.config, {
      playerId,
      cpf: player.cpf,
      policyVersion: policy.version,
      readProven,
    })
  await holdForClosing(tx, playerId, policy.version)
  await audit(tx, {
    actor: why === 'player' ? { kind: 'player', id: playerId } : { kind: 'system', id: null },
    action: 'player.account_closed',
    subject: `player:${playerId}`,
    details: { why, deletesNow },
  })
  return ok(null)
}
