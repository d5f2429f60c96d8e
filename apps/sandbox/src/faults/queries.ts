import { text, whole, type Row, type Store } from '../store/index.ts'
import { faultShape, type Fault } from './kinds.ts'

export const FAULT_TABLES = `
create table if not exists fault (
  id integer primary key autoincrement,
  kind text not null,
  detail text not null,
  remaining integer not null check (remaining >= 0),
  used integer not null default 0,
  armed_at integer not null
) strict;`

export type ArmedFault = Readonly<{
  id: number
  remaining: number
  used: number
  armedAt: number
  fault: Fault
}>

const COLUMNS = 'id, detail, remaining, used, armed_at'

const armedFault = (row: Row): ArmedFault => ({
  id: whole(row, 'id'),
  remaining: whole(row, 'remaining'),
  used: whole(row, 'used'),
  armedAt: whole(row, 'armed_at'),
  fault: faultShape.parse(JSON.parse(text(row, 'detail'))),
})

export const insertFault = (store: Store, fault: Fault, armedAt: number): number => {
  const row = store.one(
    'insert into fault (kind, detail, remaining, armed_at) values (?, ?, ?, ?) returning id',
    fault.kind,
    JSON.stringify(fault),
    fault.times,
    armedAt,
  )
  if (row === undefined) throw new Error('a new fault has an id')
  return whole(row, 'id')
}

export const readFaults = (store: Store): ArmedFault[] =>
  store.all(`select ${COLUMNS} from fault order by id`).map(armedFault)

/** Faults of this kind with uses left, oldest first. */
export const readLiveFaults = (store: Store, kind: string): ArmedFault[] =>
  store.all(`select ${COLUMNS} from fault where kind = ? and remaining > 0 order by id`, kind).map(armedFault)

export const countUse = (store: Store, id: number): number =>
  store.run('update fault set remaining = remaining - 1, used = used + 1 where id = ?', id)

export const deleteFaults = (store: Store): number => store.run('delete from fault')

export const deleteFault = (store: Store, id: number): number =>
  store.run('delete from fault where id = ?', id)
