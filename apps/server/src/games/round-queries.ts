import type { DiceBet } from '@palpite/games'
import type { Sql, Tx } from '../platform/db/index.ts'
import { insertInto } from '../platform/db/insert.ts'

/** A round as it is kept, with what its player may know of the seeds. */
export type RoundRow = {
  id: number
  playerId: number
  requestId: string
  game: 'dice'
  stakeCents: number
  payoutCents: number
  nonce: number
  cashCents: number
  bonusCents: number
  balanceVersion: number
  diceDirection: DiceBet['side']
  diceTargetHundredths: number
  diceResultHundredths: number
  diceMultiplierE4: number
  at: Date
  serverSeedHash: string
  /** Null until the pair was rotated out. */
  serverSeed: string | null
  clientSeed: string
  algorithm: string
  algorithmVersion: number
}

/** The rounds that these requests played earlier; none for a request that played none. */
export const selectEarlier = (tx: Tx, requests: readonly { playerId: number; requestId: string }[]) => tx<
  RoundRow[]
>`
  select round.id, round.player_id as "playerId", round.request_id as "requestId", round.game,
         round.stake_cents as "stakeCents", round.payout_cents as "payoutCents", round.nonce,
         round.cash_cents as "cashCents", round.bonus_cents as "bonusCents",
         round.balance_version as "balanceVersion", round.dice_direction as "diceDirection",
         round.dice_target_hundredths as "diceTargetHundredths",
         round.dice_result_hundredths as "diceResultHundredths",
         round.dice_multiplier_e4 as "diceMultiplierE4", round.created_at as at,
         pair.server_seed_hash as "serverSeedHash",
         case when pair.status = 'revealed' then pair.server_seed end as "serverSeed",
         pair.client_seed as "clientSeed", pair.algorithm,
         round.algorithm_version as "algorithmVersion"
    from unnest(${requests.map(({ playerId }) => playerId)}::bigint[],
                ${requests.map(({ requestId }) => requestId)}::text[]) as request (player_id, request_id)
    join games_round round on round.player_id = request.player_id and round.request_id = request.request_id
    join games_seed_pair pair on pair.id = round.seed_pair_id`

/** These rounds, newest first. */
export const selectRounds = (
  sql: Sql,
  { playerIds, ids }: { playerIds: readonly number[]; ids: readonly number[] },
) => sql<RoundRow[]>`
  select round.id, round.player_id as "playerId", round.request_id as "requestId", round.game,
         round.stake_cents as "stakeCents", round.payout_cents as "payoutCents", round.nonce,
         round.cash_cents as "cashCents", round.bonus_cents as "bonusCents",
         round.balance_version as "balanceVersion", round.dice_direction as "diceDirection",
         round.dice_target_hundredths as "diceTargetHundredths",
         round.dice_result_hundredths as "diceResultHundredths",
         round.dice_multiplier_e4 as "diceMultiplierE4", round.created_at as at,
         pair.server_seed_hash as "serverSeedHash",
         case when pair.status = 'revealed' then pair.server_seed end as "serverSeed",
         pair.client_seed as "clientSeed", pair.algorithm,
         round.algorithm_version as "algorithmVersion"
    from unnest(${playerIds}::bigint[], ${ids}::bigint[]) as listed (player_id, id)
    join games_round round on round.player_id = listed.player_id and round.id = listed.id
    join games_seed_pair pair on pair.id = round.seed_pair_id
   order by round.id desc`

type Page = { playerId: number; game: string | null; beforeId: number; max: number }

/** The ids of a page of a player's rounds, newest first, from before this one. */
export const selectRoundIds = (sql: Sql, { playerId, game, beforeId, max }: Page) => sql<{ id: number }[]>`
  select id
    from games_round
   where player_id = ${playerId}
     and id < ${beforeId}::bigint
     and (${game}::text is null or game = ${game}::text)
   order by id desc
   limit ${max}`

export const insertDiceRounds = insertInto('games_round', {
  playerId: 'bigint',
  id: 'bigint',
  requestId: 'text',
  game: 'text',
  stakeCents: 'bigint',
  bonusStakeCents: 'bigint',
  payoutCents: 'bigint',
  seedPairId: 'bigint',
  nonce: 'int',
  algorithmVersion: 'int',
  cashCents: 'bigint',
  bonusCents: 'bigint',
  balanceVersion: 'bigint',
  diceDirection: 'text',
  diceTargetHundredths: 'int',
  diceResultHundredths: 'int',
  diceMultiplierE4: 'int',
})
