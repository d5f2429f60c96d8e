import type pg from 'pg'
import { openCopying } from '../seed/copy.ts'

/** `rows` of bets and of audit entries; a tenth of it decided and a thousandth open in each queue. */
export type ListSize = { rows: number; firstPlayerId: number; players: number }

/** Values that find something, for filters that are no choice among a few. */
export type Known = {
  playerId: string
  /** With a thousandth of all bets. */
  busyPlayerId: string
  email: string
  cpf: string
  betId: string
  fixtureId: string
  roundId: string
  orderId: string
}

/** An own player for each row of a queue: some tables have one open row a player. */
const PLAYER = 'first_player + n % players'
/** Ascending with n, until a minute ago. */
const at = (rows: string) => `now() - interval '1 minute' - interval '90 days' * (1 - n::float8 / ${rows})`
const HEX = `encode(sha256(('list' || n)::bytea), 'hex')`
/** The decided rows first, then the open ones. */
const QUEUE = 'size, generate_series(1, decided + open_rows) n'
const AT = at('(decided + open_rows)')
const IS_OPEN = 'n > decided'

/** By what they fill: `size` is a table of one row with the numbers. */
const statements: readonly { what: string; sql: string }[] = [
  {
    what: 'bets',
    sql: `
      insert into sportsbook_bet (player_id, request_id, status, unit_stake_cents, folds, stake_cents, cash_cents,
             bonus_cents, potential_return_cents, accept, max_stake_cents, signature, placed_at, result, resolutions,
             return_cents, settled_at, settlement_id, settled_times)
      select case when n % 1000 = 0 then first_player else ${PLAYER} end, 'list-' || n,
             case when is_open then 'open' else 'settled' end, stake, '[1]', stake, stake, 0, 2 * stake, 'any', 1000000,
             'of the bench', at, case when is_open then null when n % 50 = 1 then 90 else 1 + n % 2 end,
             case when is_open then null when n % 50 = 1 then '{0,1,1}'::int[] else array[1 - n % 2, 0, 1]::int[] end,
             case when is_open then null when n % 50 = 1 then stake else 2 * stake * (1 - n % 2) end,
             case when is_open then null else at + interval '2 minutes' end, case when is_open then null else n end,
             case when is_open then 0 else 1 end
        from size, generate_series(1, rows) n,
             lateral (select n % 200 = 7 as is_open, 100 * (1 + n % 97) as stake, ${at('rows')} as at) as drawn`,
  },
  {
    what: 'legs',
    sql: `
      with offered as materialized (
        select outcome.id, market.fixture_id, row_number() over (order by outcome.id) - 1 as place
          from sportsbook_outcome outcome join sportsbook_market market on market.id = outcome.market_id
         where market.selections is null),
      placed as (
        select id, player_id, (id / 1024) % (select count(*) from offered) as place
          from sportsbook_bet where request_id like 'list-%')
      insert into sportsbook_leg (bet_id, player_id, place, fixture_id, outcome_id, is_banker, requested_price_milli,
             price_milli, price_version, exposed_stake_cents, exposed_return_cents)
      select placed.id, placed.player_id, 1, offered.fixture_id, offered.id, false, 2000, 2000, 1, 0, 0
        from placed join offered using (place)`,
  },
  {
    what: 'review flags',
    sql: `
      insert into sportsbook_bet_mark (bet_id, kind, player_id, moved_bps, marked_at, status, reviewed_by, reviewed_at, reason)
      select id, (array['late', 'big', 'correlated', 'value', 'opposed'])[kind], player_id,
             case when kind in (1, 4) then 300 end, placed_at, case when is_open then 'open' else 'closed' end,
             case when is_open then null else 1 end, case when is_open then null else placed_at end,
             case when is_open then null else 'of the bench' end
        from (select id, player_id, placed_at, 1 + n % 5 as kind, n <= open_rows as is_open
                from size, (select id, player_id, placed_at, row_number() over (order by id) as n
                        from sportsbook_bet where request_id like 'list-%') as counted
               where n <= decided + open_rows) as flagged`,
  },
  {
    what: 'audit entries',
    sql: `
      with head as materialized (select last_id, last_hash from platform_audit_head),
      added as (
        insert into platform_audit (id, at, actor_kind, actor_id, action, subject, details, previous_hash, hash)
        select last_id + n, ${at('rows')}, 'operator', 1 + n % 40,
               case when n % 3 = 0 then 'players.searched' else 'player.looked_up' end,
               case when n % 3 = 0 then 'players' else 'player:' || (first_player + n % players) end, '{}',
               case when n = 1 then last_hash else encode(sha256(('list' || n - 1)::bytea), 'hex') end, ${HEX}
          from size, generate_series(1, rows) n, head)
      update platform_audit_head
         set last_id = last_id + rows, last_hash = encode(sha256(('list' || rows)::bytea), 'hex')
        from size`,
  },
  {
    what: 'withdrawals',
    sql: `
      insert into cashier_withdrawal (id, player_id, method, rail, provider, pay_card_no, holder_name, whatsapp, amount_cents,
             fee_bps, fee_cents, mining_cents, net_cents, status, review_reasons, approvals_needed, promised_at, requested_at,
             attempts, try_at, closed_at)
      select left(${HEX}, 32), ${PLAYER}, 'CPF', 'pix', 'pix', '00000000000', 'Bench', '', 10000, 0, 0, 0, 10000,
             case when ${IS_OPEN} then 'review' else 'paid' end, '["new_key"]', case when ${IS_OPEN} then 1 else 0 end,
             ${AT} + interval '1 hour', ${AT}, 1, 'infinity',
             case when ${IS_OPEN} then null else ${AT} end
        from ${QUEUE}`,
  },
  {
    what: 'webhooks',
    sql: `
      insert into cashier_webhook (body_sha256, body, sent_at, items, received_at, attempts, try_at, handled_at, outcome)
      select sha256(('list' || n)::bytea), '{}', ${AT}, '[]', ${AT}, 1, 'infinity', ${AT},
             case when ${IS_OPEN} then 'parked' else 'done' end
        from ${QUEUE}`,
  },
  {
    what: 'differences',
    sql: `
      insert into cashier_exception (day, source, subject, what, opened_at, closed_at, closed_by, resolution)
      select current_date, 'bank', 'list-' || n, 'of the bench', ${AT}, case when ${IS_OPEN} then null else now() end,
             case when ${IS_OPEN} then null else 1 end, case when ${IS_OPEN} then '' else 'settled' end
        from ${QUEUE}`,
  },
  {
    what: 'unmatched payments',
    sql: `
      insert into cashier_unmatched_payment (provider_ref, amount_cents, paid_at, seen_at, returned_at)
      select 'E' || left(${HEX}, 30), 1000, ${AT}, ${AT}, case when ${IS_OPEN} then null else now() end
        from ${QUEUE}`,
  },
  {
    what: 'chats',
    sql: `
      insert into messages_thread (player_id, lang, opened_at, last_line_at, waits_since, closed_at)
      select ${PLAYER}, 'pt', ${AT}, ${AT}, case when ${IS_OPEN} and n % 10 > 0 then ${AT} end,
             case when ${IS_OPEN} then null else ${AT} end
        from ${QUEUE}`,
  },
  {
    what: 'lines of chats',
    sql: `
      insert into messages_line (thread_id, player_id, author, text, request_id)
      select id, player_id, 'player', 'Bom dia', 'list-' || id from messages_thread`,
  },
  {
    what: 'cases of harm',
    sql: `
      insert into protection_case (player_id, grade, reasons, seen_on, stepped_on, opened_at, contacted_at, closed_at)
      select ${PLAYER}, 1 + n % 5, '[]', current_date, current_date, ${AT},
             case when n % 3 = 0 then ${AT} end, case when ${IS_OPEN} then null else ${AT} end
        from ${QUEUE}`,
  },
  {
    // The open ones are the oldest: who looks for them from the newest on has to pass all others.
    what: 'suspensions',
    sql: `
      insert into protection_suspension (player_id, reason, suspended_by, suspended_at, lifted_at, lifted_by, lift_reason)
      select ${PLAYER}, 'a reason of the bench', 1, ${AT}, case when ${IS_OPEN} then null else now() end,
             case when ${IS_OPEN} then null else 2 end, case when ${IS_OPEN} then null else 'a reason of the bench' end
        from size, generate_series(1, decided + open_rows) m, lateral (select decided + open_rows + 1 - m as n) as turned`,
  },
  {
    what: 'document checks',
    sql: `
      insert into protection_document_check (player_id, state, reference, reason, opened_at, sent_at, decided_at)
      select ${PLAYER}, case when ${IS_OPEN} then 'unsure' else 'approved' end, 'list-' || n,
             case when ${IS_OPEN} then 'not_sure' end, ${AT}, ${AT}, case when ${IS_OPEN} then null else now() end
        from ${QUEUE}`,
  },
  {
    what: 'closed accounts',
    sql: `
      insert into identity_closing (player_id, why, closed_at, contact_until, contact_deleted_at, person_until)
      select first_player + n - 1, 'player', at, at + interval '30 days', at + interval '30 days', at + interval '5 years'
        from size, generate_series(1, least(decided, players)) n, lateral (select ${at('decided')} as at) as moment`,
  },
  {
    what: 'exposures',
    sql: `
      insert into identity_exposure (player_id, state, since, decided_by, note)
      select first_player + n - 1, case when is_open then 'open' else 'cleared' end, ${at('decided')},
             case when is_open then null else 1 end, case when is_open then null else 'of the bench' end
        from size, generate_series(1, least(decided, players)) n, lateral (select n % 100 = 0 as is_open) as drawn`,
  },
  {
    what: 'commission',
    sql: `
      insert into rewards_commission_share (earner_id, day, player_id, level, settled_cents, amount_e4, status, reasons)
      select first_player + n % players, current_date - (n / players)::int, first_player + n % players + 1, 1, 1000, 10000,
             case when ${IS_OPEN} then 'held' else 'paid' end, '{device}'
        from ${QUEUE}`,
  },
  {
    what: 'refused messages of feeds',
    sql: `
      insert into sportsbook_feed_refused (feed, reason, detail)
      select (select name from sportsbook_feed order by name limit 1), 'unknown', 'of the bench'
        from size, generate_series(1, least(rows, 10000)) n`,
  },
]

/**
 * Fills the lists of the back office beside a past. No command writes these rows and nothing verifies them: only for a
 * database that is thrown away.
 */
export async function fillLists(
  ownerUrl: string,
  { rows, firstPlayerId, players }: ListSize,
): Promise<Known> {
  const client = await openCopying(ownerUrl)
  try {
    const openRows = Math.min(Math.ceil(rows / 1000), Math.floor(players / 2))
    await client.query(
      `create temp table size (rows bigint, first_player bigint, players bigint, decided bigint, open_rows bigint)`,
    )
    await client.query('insert into size values ($1, $2, $3, $4, $5)', [
      rows,
      firstPlayerId,
      players,
      Math.ceil(rows / 10),
      openRows,
    ])
    for (const { what, sql } of statements) {
      await client.query(sql)
      process.stderr.write(`${what}: there\n`)
    }
    await client.query('vacuum analyze')
    return await readKnown(client, firstPlayerId)
  } finally {
    await client.end()
  }
}

async function readKnown(client: pg.Client, busyPlayerId: number): Promise<Known> {
  const { rows } = await client.query<Known>(
    `select player.id::text as "playerId", $1::text as "busyPlayerId", email, cpf,
            (select id::text from sportsbook_bet where player_id = player.id order by id limit 1) as "betId",
            (select fixture_id::text from sportsbook_leg order by bet_id limit 1) as "fixtureId",
            (select id::text from games_round where player_id = player.id order by id limit 1) as "roundId",
            (select id from cashier_order where player_id = player.id limit 1) as "orderId"
       from identity_player player where player.id = $1::bigint + 1`,
    [busyPlayerId],
  )
  const [found] = rows
  if (!found) throw new Error('the past has no second player')
  return found
}
