import { createHash, randomBytes } from 'node:crypto'
import { ALGORITHM_VERSIONS, type DiceBet, diceMultiplier, dicePayoutCents, rollDice } from '@palpite/games'
import { seedEntry } from '@palpite/games/log'
import { cents } from '@palpite/money'
import type pg from 'pg'
import { nodeHmac } from '../../apps/server/src/games/seeds/seeds.ts'
import { houseIdOf } from '../../apps/server/src/ledger/house-accounts.ts'
import { copyRows, lineOf } from './copy.ts'
import { codeOf, cpfOf, nameOf } from './invented-people.ts'

export type Clients = [pg.Client, pg.Client, pg.Client, pg.Client]

export type Shape = { players: number; perPlayer: number; fromMs: number; untilMs: number }

/** Each player's data while the history is written, by index from 0. */
export type Past = Shape & {
  firstPlayerId: number
  firstAccountId: number
  firstPairId: number
  nextRoundId: number
  /** Current, next and client seeds, concatenated. */
  seeds: Buffer
  nextSeeds: Buffer
  clientSeeds: Buffer
  balances: Float64Array
  house: Map<'pix_in' | 'games', { balanceCents: number; version: number }>
}

export const ROWS_AT_ONCE = 20_000
const BET: DiceBet = { side: 'under', targetHundredths: 49_50 }
const CHOICE = '{"direction":"under","targetHundredths":4950}'
/** Stakes are R$ 1.00 to R$ 10.00, and each top-up covers losing all. */
const MAX_STAKE_REAIS = 10
const MIN_TOP_UP_CENTS = 50_00
export const SEED_BYTES = 32
export const CLIENT_SEED_BYTES = 8

const textOf = (seeds: Buffer, bytes: number, place: number) =>
  seeds.subarray(place * bytes, (place + 1) * bytes).toString('hex')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export async function copyPlayers(client: pg.Client, past: Past): Promise<void> {
  const at = new Date(past.fromMs).toISOString()
  for (let from = 0; from < past.players; from += ROWS_AT_ONCE) {
    const places = placesOf(from, Math.min(past.players, from + ROWS_AT_ONCE))
    const pairs = places.flatMap((place) => {
      const playerId = past.firstPlayerId + place
      const id = past.firstPairId + 2 * place
      const [seed, next] = [textOf(past.seeds, SEED_BYTES, place), textOf(past.nextSeeds, SEED_BYTES, place)]
      const clientSeed = textOf(past.clientSeeds, CLIENT_SEED_BYTES, place)
      return [
        { id, playerId, status: 'current', seed, hash: sha256(seed), clientSeed },
        { id: id + 1, playerId, status: 'next', seed: next, hash: sha256(next), clientSeed: null },
      ]
    })
    await copyRows(client, {
      table: 'identity_player',
      columns: [
        'id',
        'email',
        'password_hash',
        'invitation_code',
        'name',
        'cpf',
        'identified_at',
        'registered_ip',
        'registered_in_app',
        'created_at',
      ],
      lines: places.map((place) => {
        const id = past.firstPlayerId + place
        return lineOf(
          id,
          `player-${id}@growth.example`,
          'no password opens this account',
          codeOf(id),
          nameOf(id),
          cpfOf(id),
          at,
          '127.0.0.1',
          false,
          at,
        )
      }),
    })
    await copyRows(client, {
      table: 'games_seed_pair',
      columns: [
        'id',
        'player_id',
        'status',
        'server_seed',
        'server_seed_hash',
        'client_seed',
        'algorithm',
        'created_at',
      ],
      lines: pairs.map((pair) =>
        lineOf(pair.id, pair.playerId, pair.status, pair.seed, pair.hash, pair.clientSeed, 'hmac-sha256', at),
      ),
    })
    await copyRows(client, {
      table: 'platform_public_log_pending',
      columns: ['content'],
      lines: pairs.map(({ hash }) => seedEntry(hash)),
    })
  }
}

type Slice = { from: number; until: number }

/** Everybody's top-up: order, payment, transfer and entries. */
export async function copyTopUps(clients: Clients, past: Past, { from, until }: Slice): Promise<void> {
  const amount = topUpCents(past)
  const rows = placesOf(from, until).map((place) => {
    past.balances[place] = amount
    const at = new Date(momentOf(past, 0, place)).toISOString()
    return {
      playerId: past.firstPlayerId + place,
      accountId: cashIdOf(past, place),
      at,
      ref: randomBytes(16).toString('hex'),
    }
  })
  await Promise.all([
    copyRows(clients[0], {
      table: 'cashier_order',
      columns: [
        'id',
        'pay_no',
        'charge_ref',
        'player_id',
        'amount_cents',
        'wants_bonus_grant',
        'first_bonus_grant_cents',
        'later_bonus_grant_cents',
        'main_times',
        'bonus_times',
        'status',
        'br_code',
        'created_at',
        'expires_at',
        'credited_at',
      ],
      lines: rows.map(({ ref, playerId, at }) =>
        lineOf(ref, ref, ref, playerId, amount, false, 0, 0, 1, 1, 'credited', 'paid', at, at, at),
      ),
    }),
    copyRows(clients[1], {
      table: 'cashier_topup',
      columns: [
        'provider_ref',
        'order_id',
        'player_id',
        'amount_cents',
        'bonus_grant_cents',
        'state',
        'is_first',
        'paid_at',
        'created_at',
        'try_at',
      ],
      lines: rows.map(({ ref, playerId, at }) =>
        lineOf(ref, ref, playerId, amount, 0, 'credited', true, at, at, at),
      ),
    }),
    copyMoves(clients[2], clients[3], past, {
      house: 'pix_in',
      moves: rows.map(({ ref, ...row }, index) => ({
        ...row,
        key: `topup:${ref}`,
        change: amount,
        balance: past.balances[from + index] ?? 0,
        version: 1,
      })),
    }),
  ])
}

/** A dice round per player, by seeds. */
export async function copyRounds(
  clients: Clients,
  past: Past,
  { turn, from, until }: Slice & { turn: number },
): Promise<void> {
  const nonce = turn - 1
  const rounds = placesOf(from, until).map((place) => {
    const seeds = {
      serverSeed: textOf(past.seeds, SEED_BYTES, place),
      clientSeed: textOf(past.clientSeeds, CLIENT_SEED_BYTES, place),
      nonce,
    }
    const stake = cents((1 + ((place + turn * 7) % MAX_STAKE_REAIS)) * 100)
    const roll = rollDice(nodeHmac, seeds)
    const payout = dicePayoutCents(stake, BET, roll)
    const balance = (past.balances[place] ?? 0) + payout - stake
    past.balances[place] = balance
    const id = past.nextRoundId
    past.nextRoundId += 1
    return {
      id,
      playerId: past.firstPlayerId + place,
      accountId: cashIdOf(past, place),
      pairId: past.firstPairId + 2 * place,
      at: new Date(momentOf(past, turn, place)).toISOString(),
      key: `dice:${id}`,
      change: payout - stake,
      balance,
      version: turn + 1,
      stake,
      payout,
      roll,
    }
  })
  await Promise.all([
    copyRows(clients[0], {
      table: 'games_round',
      columns: [
        'player_id',
        'id',
        'request_id',
        'game',
        'status',
        'stake_cents',
        'bonus_stake_cents',
        'payout_cents',
        'seed_pair_id',
        'nonce',
        'rules_version',
        'choice',
        'state',
        'multiplier_e4',
        'cash_cents',
        'bonus_cents',
        'balance_version',
        'created_at',
        'closed_at',
      ],
      lines: rounds.map((round) =>
        lineOf(
          round.playerId,
          round.id,
          `growth-${turn}`,
          'dice',
          round.payout > 0 ? 'won' : 'lost',
          round.stake,
          0,
          round.payout,
          round.pairId,
          nonce,
          ALGORITHM_VERSIONS.dice,
          CHOICE,
          `{"resultHundredths":${round.roll}}`,
          round.payout > 0 ? diceMultiplier(BET) : 0,
          round.balance,
          0,
          round.version,
          round.at,
          round.at,
        ),
      ),
    }),
    copyMoves(clients[2], clients[3], past, { house: 'games', moves: rounds }),
  ])
}

type Move = {
  playerId: number
  accountId: number
  key: string
  change: number
  balance: number
  version: number
  at: string
}

/** Transfers between players and one house account, with one entry for all. */
async function copyMoves(
  transfers: pg.Client,
  entries: pg.Client,
  past: Past,
  { house, moves }: { house: 'pix_in' | 'games'; moves: readonly Move[] },
): Promise<void> {
  const account = past.house.get(house)
  const last = moves.at(-1)
  const first = moves[0]
  if (!account || !last || !first) return
  const change = -moves.reduce((sum, move) => sum + move.change, 0)
  account.balanceCents += change
  account.version += 1
  const houseId = houseIdOf(house)
  await Promise.all([
    copyRows(transfers, {
      table: 'ledger_transfer',
      columns: ['player_id', 'key', 'debit_account_id', 'credit_account_id', 'amount_cents', 'created_at'],
      lines: moves.map((move) => {
        const [debit, credit] = move.change > 0 ? [houseId, move.accountId] : [move.accountId, houseId]
        return lineOf(move.playerId, move.key, debit, credit, Math.abs(move.change), move.at)
      }),
    }),
    copyRows(entries, {
      table: 'ledger_entry',
      columns: [
        'player_id',
        'account_id',
        'version',
        'amount_cents',
        'balance_cents',
        'transfer_key',
        'created_at',
      ],
      lines: [
        ...moves.map((move) =>
          lineOf(move.playerId, move.accountId, move.version, move.change, move.balance, move.key, move.at),
        ),
        lineOf(0, houseId, account.version, change, account.balanceCents, first.key, last.at),
      ],
    }),
  ])
}

/** The final accounts; a bonus account each. */
export async function copyAccounts(client: pg.Client, past: Past): Promise<void> {
  for (let from = 0; from < past.players; from += ROWS_AT_ONCE)
    await copyRows(client, {
      table: 'ledger_account',
      columns: ['player_id', 'id', 'kind', 'balance_cents', 'version'],
      lines: placesOf(from, Math.min(past.players, from + ROWS_AT_ONCE)).flatMap((place) => [
        lineOf(
          past.firstPlayerId + place,
          cashIdOf(past, place),
          'cash',
          past.balances[place] ?? 0,
          past.perPlayer,
        ),
        lineOf(past.firstPlayerId + place, cashIdOf(past, place) + 1, 'bonus', 0, 0),
      ]),
    })
  for (const [kind, { balanceCents, version }] of past.house)
    await client.query(
      'update ledger_account set balance_cents = $2, version = $3 where player_id = 0 and kind = $1',
      [kind, balanceCents, version],
    )
}

const placesOf = (from: number, until: number) => Array.from({ length: until - from }, (_, at) => from + at)

const cashIdOf = ({ firstAccountId }: Past, place: number) => firstAccountId + 2 * place

/** A player's time: everybody's first round before anybody's second. */
const momentOf = ({ fromMs, untilMs, players, perPlayer }: Past, turn: number, place: number) =>
  Math.floor(fromMs + ((turn * players + place) / (players * perPlayer)) * (untilMs - fromMs))

const topUpCents = ({ perPlayer }: Past) => Math.max(MIN_TOP_UP_CENTS, perPlayer * MAX_STAKE_REAIS * 100)
