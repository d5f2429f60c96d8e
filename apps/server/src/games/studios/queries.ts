import type { Sql, Tx } from '../../platform/db/index.ts'

export type StudioSeen = {
  studioId: string
  name: string
  baseUrl: string
  isOpen: boolean
  addresses: string[]
}

/** One studio or all, by id. */
export const selectStudiosSeen = (sql: Sql, studioId: string | null) => sql<StudioSeen[]>`
  select id as "studioId", name, base_url as "baseUrl", is_open as "isOpen", addresses
    from games_studio
   where ${studioId}::text is null or id = ${studioId}
   order by id`

/** A studio, held until the transaction ends: what operators do to one comes one after the other. */
export const lockStudio = async (tx: Tx, studioId: string): Promise<StudioSeen | undefined> => {
  const rows = await tx<StudioSeen[]>`
    select id as "studioId", name, base_url as "baseUrl", is_open as "isOpen", addresses
      from games_studio where id = ${studioId} for no key update`
  return rows[0]
}

export const selectKeys = (sql: Sql) => sql<
  { studioId: string; keyId: string; createdAt: Date; endsAt: Date | null; isGood: boolean }[]
>`
  select studio_id as "studioId", id as "keyId", created_at as "createdAt", ends_at as "endsAt",
         ends_at is null or ends_at > now() as "isGood"
    from games_studio_key
   order by created_at desc, id
   limit 1000`

export const selectGamesSeen = (sql: Sql) => sql<
  { studioId: string; code: string; name: string; isPublished: boolean; isSuspended: boolean }[]
>`
  select studio_id as "studioId", code, name, is_open as "isPublished", is_suspended as "isSuspended"
    from games_studio_game
   order by code
   limit 5000`

export const insertKey = (tx: Tx, key: { id: string; studioId: string; secret: string }) => tx`
  insert into games_studio_key (id, studio_id, secret) values (${key.id}, ${key.studioId}, ${key.secret})`

/** Ends a studio's keys so many minutes from now, those that end sooner as they do: one, or all but this one. */
export const endKeys = (
  tx: Tx,
  { studioId, only, except, minutes }: { studioId: string; only?: string; except?: string; minutes: number },
) => tx<{ keyId: string }[]>`
  update games_studio_key set ends_at = now() + make_interval(mins => ${minutes}::int)
   where studio_id = ${studioId} and (ends_at is null or ends_at > now() + make_interval(mins => ${minutes}::int))
     and (${only ?? null}::text is null or id = ${only ?? null})
     and (${except ?? null}::text is null or id <> ${except ?? null})
  returning id as "keyId"`

export const updateAddresses = (tx: Tx, studioId: string, addresses: readonly string[]) => tx`
  update games_studio set addresses = ${[...addresses]}::text[] where id = ${studioId}`

export const updateStudioOpen = (tx: Tx, studioId: string, isOpen: boolean) => tx`
  update games_studio set is_open = ${isOpen} where id = ${studioId}`

/** Suspends a game of this studio, or takes it up again; nothing where it has none of this code. */
export const updateSuspended = (tx: Tx, game: { studioId: string; code: string; isSuspended: boolean }) => tx<
  { code: string }[]
>`
  update games_studio_game set is_suspended = ${game.isSuspended}
   where studio_id = ${game.studioId} and code = ${game.code}
  returning code`
