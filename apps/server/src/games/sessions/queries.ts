import type { Catalogue } from '@palpite/contract/studio'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type StudioRow = {
  id: string
  name: string
  baseUrl: string
  accountId: number
  isOpen: boolean
  addresses: string[]
}

type NewStudio = Pick<StudioRow, 'id' | 'name' | 'baseUrl' | 'accountId'>

/** Registers a studio, or updates its name and address. */
export const upsertStudio = (tx: Tx, { id, name, baseUrl, accountId }: NewStudio) => tx`
  insert into games_studio (id, name, base_url, account_id) values (${id}, ${name}, ${baseUrl}, ${accountId})
  on conflict (id) do update set name = excluded.name, base_url = excluded.base_url`

/** Gives a studio the key of our own configuration, which nobody has to approve. An existing key keeps its end. */
export const upsertKey = (sql: Sql, key: { id: string; studioId: string; secret: string }) => sql`
  insert into games_studio_key (id, studio_id, secret, approved_at)
  values (${key.id}, ${key.studioId}, ${key.secret}, now())
  on conflict (id) do update set secret = excluded.secret
    where games_studio_key.studio_id = excluded.studio_id and games_studio_key.secret <> excluded.secret`

export type KeyRow = StudioRow & {
  keyId: string
  secret: string
  /** The database's clock at this read, in milliseconds. */
  clockMs: number
}

/** The studio of a valid key. */
export const selectKey = async (sql: Sql, keyId: string): Promise<KeyRow | undefined> => {
  const rows = await sql<KeyRow[]>`
    select key.id as "keyId", key.secret, studio.id, studio.name, studio.base_url as "baseUrl",
           studio.account_id as "accountId", studio.is_open as "isOpen", studio.addresses,
           floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "clockMs"
      from games_studio_key key join games_studio studio on studio.id = key.studio_id
     where key.id = ${keyId} and key.approved_at is not null and (key.ends_at is null or key.ends_at > now())`
  return rows[0]
}

/** The valid keys. */
export const selectKeyIds = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    select id from games_studio_key
     where approved_at is not null and (ends_at is null or ends_at > now())
     order by id`
  return rows.map(({ id }) => id)
}

export const selectStudios = (sql: Sql) => sql<StudioRow[]>`
  select id, name, base_url as "baseUrl", account_id as "accountId", is_open as "isOpen", addresses
    from games_studio
   order by id`

/** Writes the games a studio publishes; closes those it no longer does. */
export const writeCatalogue = (
  tx: Tx,
  { id, baseUrl }: Pick<StudioRow, 'id' | 'baseUrl'>,
  { games }: Catalogue,
) =>
  Promise.all([
    tx`
      update games_studio_game set is_open = false
       where studio_id = ${id} and is_open and code <> all(${games.map(({ code }) => code)}::text[])`,
    ...games.map(
      (game) => tx`
        insert into games_studio_game
               (code, studio_id, name, tags, return_ppm, volatility, picture_url, launch_url, has_demo, min_stake_cents,
                max_stake_cents)
        values (${game.code}, ${id}, ${game.name}, ${game.tags}::text[], ${game.returnPpm}, ${game.volatility},
                ${baseUrl + game.picture}, ${baseUrl + game.launch}, ${game.hasDemo}, ${game.minStakeCents},
                ${game.maxStakeCents})
        on conflict (code) do update
           set name = excluded.name, tags = excluded.tags, return_ppm = excluded.return_ppm,
               volatility = excluded.volatility, picture_url = excluded.picture_url, launch_url = excluded.launch_url,
               has_demo = excluded.has_demo, min_stake_cents = excluded.min_stake_cents,
               max_stake_cents = excluded.max_stake_cents, is_open = true
         where games_studio_game.studio_id = excluded.studio_id`,
    ),
  ])

export type GameRow = {
  code: string
  studioId: string
  studio: string
  name: string
  tags: string[]
  returnPpm: number
  volatility: 'low' | 'medium' | 'high'
  pictureUrl: string
  launchUrl: string
  hasDemo: boolean
  minStakeCents: number
  maxStakeCents: number
}

type Wanted = { code: string | null; search: string | null; tag: string | null }

/** Playable games, by name: one, or all that match. */
export const selectGames = (sql: Sql, { code, search, tag }: Wanted) => sql<GameRow[]>`
  select game.code, game.studio_id as "studioId", studio.name as studio, game.name, game.tags,
         game.return_ppm as "returnPpm", game.volatility, game.picture_url as "pictureUrl",
         game.launch_url as "launchUrl", game.has_demo as "hasDemo", game.min_stake_cents as "minStakeCents",
         game.max_stake_cents as "maxStakeCents"
    from games_studio_game game join games_studio studio on studio.id = game.studio_id
   where game.is_open and not game.is_suspended and studio.is_open
     and (${code}::text is null or game.code = ${code})
     and (${tag}::text is null or ${tag} = any(game.tags))
     and (${search}::text is null or position(lower(${search}) in lower(game.name || ' ' || studio.name)) > 0)
   order by game.name, game.code
   limit 500`

export const selectFavourites = (sql: Sql, playerId: number) => sql<{ code: string }[]>`
  select game_code as code from games_favourite where player_id = ${playerId} order by created_at desc limit 100`

/** The studio games that a player opened last, newest first. */
export const selectRecents = (sql: Sql, playerId: number) => sql<{ code: string }[]>`
  select game_code as code from games_session where player_id = ${playerId}
   group by game_code order by max(opened_at) desc limit 12`

export const insertFavourite = (sql: Sql, playerId: number, code: string) => sql`
  insert into games_favourite (player_id, game_code) values (${playerId}, ${code}) on conflict do nothing`

export const deleteFavourite = (sql: Sql, playerId: number, code: string) => sql`
  delete from games_favourite where player_id = ${playerId} and game_code = ${code}`

export type SessionRow = {
  id: string
  playerId: number
  studioId: string
  gameCode: string
  gameName: string
  stakedCents: number
  returnedCents: number
  openedAt: Date
  isOpen: boolean
  /** Whether its game accepts stakes, and its limits. */
  isGameOpen: boolean
  minStakeCents: number
  maxStakeCents: number
  /** Whether it is a slot or a crash game: stakes on others do not count towards wagering. */
  isSlotOrCrash: boolean
}

/** These sessions, open and closed, with their games. */
export const selectSessions = (sql: Sql, ids: readonly string[]) => sql<SessionRow[]>`
  select session.id, session.player_id as "playerId", session.studio_id as "studioId",
         session.game_code as "gameCode", game.name as "gameName", session.staked_cents as "stakedCents",
         session.returned_cents as "returnedCents", session.opened_at as "openedAt",
         session.closed_at is null as "isOpen", game.is_open and not game.is_suspended and studio.is_open as "isGameOpen",
         game.min_stake_cents as "minStakeCents", game.max_stake_cents as "maxStakeCents",
         game.tags && '{slots,crash}' as "isSlotOrCrash"
    from games_session session
    join games_studio_game game on game.code = session.game_code
    join games_studio studio on studio.id = session.studio_id
   where session.id = any(${ids}::text[])`

/** The id of the player's open session: of a left game only while one of its rounds is open. */
export const selectOpenSession = async (sql: Sql, playerId: number): Promise<string | undefined> => {
  const rows = await sql<{ id: string }[]>`
    select session.id from games_session session
     where session.player_id = ${playerId} and session.closed_at is null
       and (session.left_at is null
            or exists (select from games_studio_round round
                        where round.player_id = session.player_id and round.status = 'open'
                          and round.session_id = session.id))`
  return rows[0]?.id
}

/** Which of these players have a studio game open that they have not left, and which. */
export const selectInStudioGame = (sql: Sql, playerIds: readonly number[]) => sql<
  { playerId: number; code: string; name: string }[]
>`
  select session.player_id as "playerId", session.game_code as code, game.name
    from games_session session join games_studio_game game on game.code = session.game_code
   where session.player_id = any(${playerIds}::bigint[]) and session.closed_at is null and session.left_at is null`

type NewSession = { id: string; playerId: number; studioId: string; gameCode: string }

/**
 * Closes the player's other game, and opens this one unless it is open. Returns its session; undefined if another
 * launch of the same player intervened.
 */
export const openSession = async (tx: Tx, { id, playerId, studioId, gameCode }: NewSession) => {
  const [, , rows] = await Promise.all([
    tx`update games_session set closed_at = now()
        where player_id = ${playerId} and closed_at is null and game_code <> ${gameCode}`,
    tx`insert into games_session (id, player_id, studio_id, game_code)
       values (${id}, ${playerId}, ${studioId}, ${gameCode})
       on conflict (player_id) where closed_at is null do update set last_at = now(), left_at = null`,
    tx<{ id: string }[]>`
      select id from games_session
       where player_id = ${playerId} and closed_at is null and game_code = ${gameCode}`,
  ])
  return rows[0]
}

/** Closes the player's open game, optionally only with this code. Returns its code. */
export const closeSession = (sql: Sql, playerId: number, code: string | null) => sql<{ code: string }[]>`
  update games_session set closed_at = now()
   where player_id = ${playerId} and closed_at is null and (${code}::text is null or game_code = ${code})
  returning game_code as code`

/**
 * Records that the player left the open game: closes it, or keeps it for a round still open, so that the player can
 * return and finish it. Returns its code.
 */
export const leaveSession = (sql: Sql, playerId: number) => sql<{ code: string }[]>`
  update games_session session
     set left_at = now(),
         closed_at = case
           when exists (select from games_studio_round round
                         where round.player_id = session.player_id and round.status = 'open'
                           and round.session_id = session.id) then null
           else now() end
   where session.player_id = ${playerId} and session.closed_at is null
  returning session.game_code as code`

/** Closes games without activity for this many minutes, oldest first, up to a maximum; returns which. */
export const closeIdleSessions = (sql: Sql, { minutes, max }: { minutes: number; max: number }) => sql<
  { id: string }[]
>`
  update games_session set closed_at = now()
   where closed_at is null
     and id in (select id from games_session
                 where closed_at is null and last_at < now() - make_interval(mins => ${minutes}::int)
                 order by last_at
                 limit ${max}
                   for update skip locked)
  returning id`

/**
 * Adds a batch's stakes and returns to these sessions. Locks needed: their players' accounts. The last activity is
 * stored to the minute: it is indexed, and need not be written by every transaction.
 */
export const updateSessions = (
  tx: Tx,
  changes: readonly { id: string; stakedCents: number; returnedCents: number }[],
) => tx`
  update games_session session
     set staked_cents = session.staked_cents + change.staked,
         returned_cents = session.returned_cents + change.returned,
         last_at = case when session.last_at < now() - interval '1 minute' then now() else session.last_at end
    from unnest(${changes.map(({ id }) => id)}::text[], ${changes.map(({ stakedCents }) => stakedCents)}::bigint[],
                ${changes.map(({ returnedCents }) => returnedCents)}::bigint[]) as change (id, staked, returned)
   where session.id = change.id`

export const insertToken = (tx: Tx, token: { hash: string; sessionId: string; seconds: number }) => tx`
  insert into games_launch_token (token_hash, session_id, ends_at)
  values (${token.hash}, ${token.sessionId}, now() + make_interval(secs => ${token.seconds}::int))`

/** Consumes a token: returns its session if it is valid, unused, and of this studio. */
export const consumeToken = async (sql: Sql, hash: string, studioId: string): Promise<string | undefined> => {
  const rows = await sql<{ sessionId: string }[]>`
    update games_launch_token token set used_at = now()
      from games_session session
     where token.token_hash = ${hash} and token.used_at is null and token.ends_at > now()
       and session.id = token.session_id and session.studio_id = ${studioId} and session.closed_at is null
    returning token.session_id as "sessionId"`
  return rows[0]?.sessionId
}

/** Deletes tokens that expired more than a day ago. */
export const deleteOldTokens = (sql: Sql) => sql`
  delete from games_launch_token where ends_at < now() - interval '1 day'`
