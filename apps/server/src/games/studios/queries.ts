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

/** A studio, locked until the transaction ends: operators' actions on one are serialised. */
export const lockStudio = async (tx: Tx, studioId: string): Promise<StudioSeen | undefined> => {
  const rows = await tx<StudioSeen[]>`
    select id as "studioId", name, base_url as "baseUrl", is_open as "isOpen", addresses
      from games_studio where id = ${studioId} for no key update`
  return rows[0]
}

export const selectKeys = (sql: Sql) => sql<
  {
    studioId: string
    keyId: string
    createdAt: Date
    madeBy: number | null
    approvedBy: number | null
    endsAt: Date | null
    overlapMinutes: number
    isGood: boolean
  }[]
>`
  select studio_id as "studioId", id as "keyId", created_at as "createdAt", made_by as "madeBy",
         approved_by as "approvedBy", ends_at as "endsAt", overlap_minutes as "overlapMinutes",
         approved_at is not null and (ends_at is null or ends_at > now()) as "isGood"
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

type MadeKey = { keyId: string; studioId: string; secret: string; madeBy: number; overlapMinutes: number }

/** The days within which a key must be approved; after that the studio needs a new one. */
const DAYS_TO_APPROVE = 7

/** A key that becomes valid once a second operator approves it, within its days. */
export const insertKey = (tx: Tx, { keyId, studioId, secret, madeBy, overlapMinutes }: MadeKey) => tx`
  insert into games_studio_key (id, studio_id, secret, made_by, overlap_minutes, ends_at)
  values (${keyId}, ${studioId}, ${secret}, ${madeBy}, ${overlapMinutes}, now() + make_interval(days => ${DAYS_TO_APPROVE}::int))`

/** An unexpired key of this studio, with its creator and approval. */
export const selectMadeKey = async (tx: Tx, { studioId, keyId }: { studioId: string; keyId: string }) => {
  const rows = await tx<{ madeBy: number | null; isApproved: boolean; overlapMinutes: number }[]>`
    select made_by as "madeBy", approved_at is not null as "isApproved", overlap_minutes as "overlapMinutes"
      from games_studio_key
     where id = ${keyId} and studio_id = ${studioId} and (ends_at is null or ends_at > now())`
  return rows[0]
}

/** Approves a key, which from then on has no end. */
export const updateToApproved = (tx: Tx, { keyId, by }: { keyId: string; by: number }) => tx`
  update games_studio_key set approved_by = ${by}, approved_at = now(), ends_at = null
   where id = ${keyId} and approved_at is null`

/** Ends a studio's keys in this many minutes, unless they end sooner: one, or all except this one. */
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

/** Suspends a game of this studio, or resumes it; no row if the code is unknown. */
export const updateSuspended = (tx: Tx, game: { studioId: string; code: string; isSuspended: boolean }) => tx<
  { code: string }[]
>`
  update games_studio_game set is_suspended = ${game.isSuspended}
   where studio_id = ${game.studioId} and code = ${game.code}
  returning code`
