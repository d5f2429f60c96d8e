import { text, whole, type Row, type Store } from '../store/index.ts'

export const WEBHOOK_TABLES = `
create table if not exists webhook_target (
  pix_key text primary key,
  url text not null,
  created_at integer not null
) strict;
create table if not exists webhook_delivery (
  id integer primary key autoincrement,
  url text not null,
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'abandoned', 'lost')),
  attempts integer not null default 0,
  due_at integer not null,
  -- 1 while an attempt is under way: a restart frees it.
  leased integer not null default 0,
  -- A delivery held back on purpose until this later one has been tried.
  waits_for integer,
  -- 1 while it waits for a later one to exist.
  held integer not null default 0,
  created_at integer not null,
  last_result text not null default ''
) strict;
create index if not exists webhook_delivery_due on webhook_delivery (due_at) where status = 'pending';`

export type Target = Readonly<{ pixKey: string; url: string; createdAt: number }>

export type Delivery = Readonly<{ id: number; url: string; body: string; attempts: number }>

export type NewDelivery = Readonly<{
  url: string
  body: string
  status: 'pending' | 'lost'
  dueAt: number
  held: boolean
  createdAt: number
}>

export const writeTarget = (store: Store, target: Target): number =>
  store.run(
    `insert into webhook_target (pix_key, url, created_at) values (?, ?, ?)
     on conflict (pix_key) do update set url = excluded.url, created_at = excluded.created_at`,
    target.pixKey,
    target.url,
    target.createdAt,
  )

export const readTarget = (store: Store, pixKey: string): Target | undefined => {
  const row = store.one('select pix_key, url, created_at from webhook_target where pix_key = ?', pixKey)
  return row && { pixKey: text(row, 'pix_key'), url: text(row, 'url'), createdAt: whole(row, 'created_at') }
}

export const deleteTarget = (store: Store, pixKey: string): number =>
  store.run('delete from webhook_target where pix_key = ?', pixKey)

export const insertDelivery = (store: Store, delivery: NewDelivery): number => {
  const row = store.one(
    `insert into webhook_delivery (url, body, status, due_at, held, created_at)
     values (?, ?, ?, ?, ?, ?) returning id`,
    delivery.url,
    delivery.body,
    delivery.status,
    delivery.dueAt,
    delivery.held ? 1 : 0,
    delivery.createdAt,
  )
  if (row === undefined) throw new Error('a new delivery has an id')
  return whole(row, 'id')
}

/** Held deliveries to this address now wait only for this later one. */
export const releaseHeld = (store: Store, url: string, laterId: number, now: number): number =>
  store.run(
    `update webhook_delivery set held = 0, waits_for = ?, due_at = ?
      where url = ? and held = 1 and status = 'pending' and id <> ?`,
    laterId,
    now,
    url,
    laterId,
  )

/** Pending, not under way, and not waiting for another delivery. */
const READY = `status = 'pending' and leased = 0
  and not exists (select 1 from webhook_delivery later
                   where later.id = webhook_delivery.waits_for and later.status = 'pending')`

const delivery = (row: Row): Delivery => ({
  id: whole(row, 'id'),
  url: text(row, 'url'),
  body: text(row, 'body'),
  attempts: whole(row, 'attempts'),
})

/** Claims up to `max` due deliveries, by due time. */
export const leaseDue = (store: Store, now: number, max: number): Delivery[] =>
  store.atomically(() => {
    const due = store
      .all(
        `select id, url, body, attempts from webhook_delivery
          where ${READY} and due_at <= ? order by due_at, id limit ?`,
        now,
        max,
      )
      .map(delivery)
    for (const { id } of due) store.run('update webhook_delivery set leased = 1 where id = ?', id)
    return due
  })

export const nextDue = (store: Store): number | undefined => {
  const row = store.one(`select due_at from webhook_delivery where ${READY} order by due_at limit 1`)
  return row && whole(row, 'due_at')
}

/** After a restart nothing is under way: interrupted deliveries are retried at once. */
export const freeLeases = (store: Store): number =>
  store.run('update webhook_delivery set leased = 0 where leased = 1')

export const writeAttempt = (
  store: Store,
  attempt: Readonly<{ id: number; status: string; dueAt: number; result: string }>,
): number =>
  store.run(
    `update webhook_delivery set attempts = attempts + 1, leased = 0, status = ?, due_at = ?, last_result = ?
      where id = ?`,
    attempt.status,
    attempt.dueAt,
    attempt.result,
    attempt.id,
  )

/** Deletes finished deliveries older than the latest `max`. */
export const forgetDeliveries = (store: Store, max: number): number =>
  store.run(
    `delete from webhook_delivery
      where status <> 'pending' and id <= (select coalesce(max(id), 0) from webhook_delivery) - ?`,
    max,
  )

/** The latest deliveries, newest first, for people and tests to inspect. */
export const readDeliveries = (store: Store, max: number): Row[] =>
  store.all(
    `select id, url, body, status, attempts, due_at, created_at, last_result
       from webhook_delivery order by id desc limit ?`,
    max,
  )
