import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { addPartition } from '../../apps/server/src/platform/db/dump.ts'
import { inStartTurn } from '../../apps/server/src/platform/db/index.ts'
import { openCopying } from './copy.ts'
import {
  CLIENT_SEED_BYTES,
  type Clients,
  copyAccounts,
  copyPlayers,
  copyRounds,
  copyTopUps,
  type Past,
  ROWS_AT_ONCE,
  SEED_BYTES,
  type Shape,
} from './past-rows.ts'

/** The size of the history: players, ledger entries, days. */
export type Growth = { players: number; entries: number; days: number; say?: (line: string) => void }

export type Grown = { firstPlayerId: number; lastPlayerId: number; entries: number; untilMs: number }

const DAY_MS = 24 * 60 * 60_000
/** Days without generated rows: no job processes what was generated. */
const QUIET_DAYS = 2
const PARTITIONED = ['ledger_transfer', 'ledger_entry']

/**
 * Generates a history of this many players by COPY: each tops up once and plays real rounds of dice, spread over the
 * days, in chronological order. Seeds are committed, results follow from them, and every cent has transfer and entry:
 * `npm run check-ledger` finds nothing. `entries` counts players' entries, at least one each. Daily turnover, used by
 * limits and rewards, is not generated.
 */
export async function growDatabase(ownerUrl: string, growth: Growth): Promise<Grown> {
  const clients = await Promise.all(Array.from({ length: 4 }, () => openCopying(ownerUrl)))
  try {
    // No server runs or starts meanwhile: it would book on accounts whose balances are written at the end.
    return await inStartTurn(ownerUrl, () =>
      fill(clients as [pg.Client, pg.Client, pg.Client, pg.Client], growth),
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Throws if others use this database, or these days are sealed. */
async function refuseUnlessAlone(client: pg.Client, fromMs: number): Promise<void> {
  const { rows: servers } = await client.query(
    `select from platform_server where seen_at > now() - interval '2 minutes'`,
  )
  if (servers.length > 0) throw new Error('a server runs on this database: stop it, and wait two minutes')
  const { rows: sealed } = await client.query('select from platform_seal where to_at > $1 limit 1', [
    new Date(fromMs),
  ])
  if (sealed.length > 0) throw new Error('these days are sealed: fill a database on which no server ran yet')
}

async function fill(
  clients: Clients,
  { players, entries, days, say = () => undefined }: Growth,
): Promise<Grown> {
  const [client] = clients
  const perPlayer = Math.max(1, Math.round(entries / players))
  const untilMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - QUIET_DAYS * DAY_MS
  const fromMs = untilMs - days * DAY_MS
  await refuseUnlessAlone(client, fromMs)
  await makeMonths(client, fromMs, untilMs)
  const past = await beginPast(client, { players, perPlayer, fromMs, untilMs })
  await copyPlayers(client, past)
  say(`${players} players are there.`)
  for (let turn = 0; turn < perPlayer; turn += 1) {
    for (let from = 0; from < players; from += ROWS_AT_ONCE) {
      const until = Math.min(players, from + ROWS_AT_ONCE)
      if (turn === 0) await copyTopUps(clients, past, { from, until })
      else await copyRounds(clients, past, { turn, from, until })
    }
    say(`${(turn + 1) * players} of ${perPlayer * players} entries are there.`)
  }
  await copyAccounts(client, past)
  await endPast(client, past)
  return {
    firstPlayerId: past.firstPlayerId,
    lastPlayerId: past.firstPlayerId + players - 1,
    entries: perPlayer * players,
    untilMs,
  }
}

async function beginPast(client: pg.Client, shape: Shape): Promise<Past> {
  const nextOf = async (sequence: string) => {
    const { rows } = await client.query<{ next: string }>('select nextval($1::regclass) as next', [sequence])
    return Number(rows[0]?.next)
  }
  const { rows } = await client.query<{ kind: 'pix_in' | 'games'; cents: string; version: string }>(
    `select kind, balance_cents as cents, version from ledger_account where player_id = 0 and kind in ('pix_in', 'games')`,
  )
  return {
    ...shape,
    firstPlayerId: await nextOf('identity_player_id_seq'),
    firstAccountId: await nextOf('ledger_account_id_seq'),
    firstPairId: await nextOf('games_seed_pair_id_seq'),
    nextRoundId: (await nextOf('games_round_id')) + 1024,
    seeds: randomBytes(SEED_BYTES * shape.players),
    nextSeeds: randomBytes(SEED_BYTES * shape.players),
    clientSeeds: randomBytes(CLIENT_SEED_BYTES * shape.players),
    balances: new Float64Array(shape.players),
    house: new Map(
      rows.map((row) => [row.kind, { balanceCents: Number(row.cents), version: Number(row.version) }]),
    ),
  }
}

/** Advances the id sequences, and analyses the tables. */
async function endPast(client: pg.Client, past: Past): Promise<void> {
  const given: [string, number][] = [
    ['identity_player_id_seq', past.firstPlayerId + past.players - 1],
    ['ledger_account_id_seq', past.firstAccountId + 2 * past.players - 1],
    ['games_seed_pair_id_seq', past.firstPairId + 2 * past.players - 1],
    ['games_round_id', past.nextRoundId + 1024],
  ]
  for (const [name, last] of given) await client.query('select setval($1::regclass, $2)', [name, last])
  await client.query('vacuum analyze')
}

async function makeMonths(client: pg.Client, fromMs: number, untilMs: number): Promise<void> {
  const month = new Date(fromMs)
  month.setUTCDate(1)
  month.setUTCHours(0, 0, 0, 0)
  while (month.getTime() <= untilMs) {
    const from = month.toISOString()
    month.setUTCMonth(month.getUTCMonth() + 1)
    const bounds = `for values from ('${from}') to ('${month.toISOString()}')`
    for (const parent of PARTITIONED)
      await addPartition(client, { name: `${parent}_${from.slice(0, 7).replace('-', '_')}`, parent, bounds })
  }
}
