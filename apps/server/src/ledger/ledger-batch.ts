import { assert, Bug } from '../platform/errors.ts'
import { HOUSE, type HouseAccount, houseIdOf } from './house-accounts.ts'

/** A player's accounts: money that may be staked, bonuses still to be wagered, withdrawals under way, debt. */
export type PlayerAccount = 'cash' | 'bonus' | 'hold' | 'debt'

type OwnAccount = { playerId: number; kind: PlayerAccount }

export type AccountName = HouseAccount | OwnAccount

/** Whether an account belongs to a player rather than to the house. */
export const isOwn = (name: AccountName): name is OwnAccount => typeof name !== 'string' && 'playerId' in name

type Account = { id: number; playerId: number; balanceCents: number; version: number }

/** A cash account with the turnover of the current day, which is stored in its row. */
type Cash = Account & Day

/** A bonus, hold or debt account. */
type OtherAccount = Account & { kind: PlayerAccount }

/**
 * Turnover of a player in one day: staked, settled and returned cents. Void and cashed-out stakes count as returned, not as
 * settled: they are in `endedUnsettledCents`, with the insured part of a parlay. Of the settled stakes, `wageredCents` of own money count towards wagering; `contributedE4` is the same weighted
 * by the contribution of each game, in ten-thousandths of a cent. `bets` is how many bets and rounds there were, free ones too.
 * `unrewardedCents` of the settled stakes earn neither game bonus nor commission.
 */
export type Turnover = {
  stakedCents: number
  settledCents: number
  returnedCents: number
  wageredCents: number
  contributedE4: number
  bets: number
  unrewardedCents: number
  endedUnsettledCents: number
}

/** No turnover. */
export const noTurnover = (): Turnover => ({
  stakedCents: 0,
  settledCents: 0,
  returnedCents: 0,
  wageredCents: 0,
  contributedE4: 0,
  bets: 0,
  unrewardedCents: 0,
  endedUnsettledCents: 0,
})

/** The day stored in the cash account: today's turnover, or that of a past day. */
export type Day = Turnover & { playerId: number; isOver: boolean }

/** Today's turnover including what the command has counted so far, and the latter alone. */
type Today = { sums: Turnover; counted: Turnover; isAfterAnother: boolean }

type Transfer = {
  playerId: number
  key: string
  debitAccountId: number
  creditAccountId: number
  amountCents: number
  isGuarded: boolean
}

type Entry = {
  playerId: number
  accountId: number
  version: number
  amountCents: number
  balanceCents: number
  key: string
}

type Change = { cents: number; firstKey: string }

/**
 * The accounts a command has locked, and the transfers it has decided on. Its balances include the transfers decided so far,
 * so the requests of one list are decided one after the other. `post` writes it.
 */
export type LedgerBatch = {
  readonly players: ReadonlyMap<number, ReadonlyMap<PlayerAccount, Account>>
  readonly days: ReadonlyMap<number, Today>
  readonly transfers: Transfer[]
  readonly entries: Entry[]
  readonly houseChanges: Map<number, Change>
}

/** Balances of a player. `version` increases with every change of cash or bonus. */
export type Balances = { cashCents: number; bonusCents: number; version: number }

export function ledgerBatchOf(cash: readonly Cash[], others: readonly OtherAccount[]): LedgerBatch {
  const players = new Map<number, Map<PlayerAccount, Account>>()
  for (const account of cash) players.set(account.playerId, new Map([['cash', account]]))
  for (const account of others) players.get(account.playerId)?.set(account.kind, account)
  return {
    players,
    days: new Map(cash.map((day) => [day.playerId, todayOf(day)])),
    transfers: [],
    entries: [],
    houseChanges: new Map(),
  }
}

function todayOf({ isOver, ...day }: Day): Today {
  const { stakedCents, settledCents, returnedCents, wageredCents, contributedE4, bets } = day
  const { unrewardedCents, endedUnsettledCents } = day
  const counted = { stakedCents, settledCents, returnedCents, wageredCents, contributedE4, bets }
  const sums = isOver ? noTurnover() : { ...counted, unrewardedCents, endedUnsettledCents }
  return { sums, counted: noTurnover(), isAfterAnother: isOver }
}

const accountOf = (batch: LedgerBatch, playerId: number, kind: PlayerAccount): Account => {
  const account = batch.players.get(playerId)?.get(kind)
  if (!account) throw new Bug(`the batch does not hold the ${kind} account of player ${playerId}`)
  return account
}

const todayIn = (batch: LedgerBatch, playerId: number): Today => {
  const today = batch.days.get(playerId)
  if (!today) throw new Bug(`the batch does not hold the day of player ${playerId}`)
  return today
}

/** Whether the player has this account and the batch has locked it. */
export const holdsAccount = (batch: LedgerBatch, playerId: number, kind: PlayerAccount): boolean =>
  batch.players.get(playerId)?.has(kind) === true

/** The balance of one account of a player, including the transfers decided so far. */
export const balanceOf = (batch: LedgerBatch, playerId: number, kind: PlayerAccount): number =>
  accountOf(batch, playerId, kind).balanceCents

/** Cash and bonus of a player, including the transfers decided so far. */
export function balancesOf(batch: LedgerBatch, playerId: number): Balances {
  const cash = accountOf(batch, playerId, 'cash')
  const bonus = accountOf(batch, playerId, 'bonus')
  return {
    cashCents: cash.balanceCents,
    bonusCents: bonus.balanceCents,
    version: cash.version + bonus.version,
  }
}

/** Today's turnover of a player, including what the command has counted so far. */
export function turnoverOf(batch: LedgerBatch, playerId: number): Readonly<Turnover> {
  return todayIn(batch, playerId).sums
}

export type TurnoverChange = Partial<Omit<Turnover, 'bets'>> & { playerId: number }

/**
 * Adds a stake or a return to the player's turnover of today (America/Sao_Paulo, by the database's clock). Each call with a
 * stake counts as one bet.
 */
export function countTurnover(batch: LedgerBatch, { playerId, ...change }: TurnoverChange): void {
  addToday(batch, playerId, { ...noTurnover(), ...change, bets: (change.stakedCents ?? 0) > 0 ? 1 : 0 })
}

/** Counts a bet or a round whose stake was the house's: one more in number, and no turnover. */
export const countFreePlay = (batch: LedgerBatch, playerId: number): void =>
  addToday(batch, playerId, { ...noTurnover(), bets: 1 })

function addToday(batch: LedgerBatch, playerId: number, added: Turnover): void {
  const today = todayIn(batch, playerId)
  for (const sum of [today.sums, today.counted]) {
    sum.stakedCents += added.stakedCents
    sum.settledCents += added.settledCents
    sum.returnedCents += added.returnedCents
    sum.wageredCents += added.wageredCents
    sum.contributedE4 += added.contributedE4
    sum.bets += added.bets
    sum.unrewardedCents += added.unrewardedCents
    sum.endedUnsettledCents += added.endedUnsettledCents
  }
}

export type Guarded = {
  /**
   * True if a row of the caller guards the transfer: a row written in the same transaction that the database
   * refuses a second time, by a unique key that is part of `key` or by a trigger. The transfer's own key is
   * not stored then.
   */
  isGuarded?: boolean
}

type Move = Guarded & { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Adds a transfer to the batch. The caller must have checked the funds: a negative player balance is a bug, caught here and
 * again by the database.
 */
export function move(batch: LedgerBatch, { key, from, to, cents, isGuarded = false }: Move): void {
  if (!Number.isSafeInteger(cents) || cents <= 0)
    throw new Bug(`a transfer moves whole cents above zero, not ${cents}`)
  const debitAccountId = change(batch, from, key, -cents)
  const creditAccountId = change(batch, to, key, cents)
  assert(debitAccountId !== creditAccountId, 'a transfer has two sides')
  batch.transfers.push({
    playerId: playerOf(from, to),
    key,
    debitAccountId,
    creditAccountId,
    amountCents: cents,
    isGuarded,
  })
}

/** The player a transfer is stored under: the paying player, else the receiving one, else none (house to house). */
export const playerOf = (from: AccountName, to: AccountName): number => {
  if (isOwn(from)) return from.playerId
  return isOwn(to) ? to.playerId : HOUSE
}

function change(batch: LedgerBatch, name: AccountName, key: string, cents: number): number {
  if (!isOwn(name)) return changeHouse(batch, houseIdOf(name), key, cents)
  const account = accountOf(batch, name.playerId, name.kind)
  account.balanceCents += cents
  account.version += 1
  const isWithinBound = name.kind === 'debt' ? account.balanceCents <= 0 : account.balanceCents >= 0
  if (!isWithinBound) throw new Bug(`the ${name.kind} account of player ${name.playerId} passes its bound`)
  batch.entries.push({
    playerId: account.playerId,
    accountId: account.id,
    version: account.version,
    amountCents: cents,
    balanceCents: account.balanceCents,
    key,
  })
  return account.id
}

function changeHouse(batch: LedgerBatch, id: number, key: string, cents: number): number {
  const so = batch.houseChanges.get(id) ?? { cents: 0, firstKey: key }
  batch.houseChanges.set(id, { ...so, cents: so.cents + cents })
  return id
}
