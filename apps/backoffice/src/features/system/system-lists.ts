import type { DataOf } from '../../shared/api.ts'
import type { Paged } from '../../shared/ask-again.ts'

export type System = DataOf<'GET /api/backoffice/system'>
export type Server = System['servers'][number]
export type JobOfServer = Server['jobs'][number] & { serverId: string }
export type PortOfServer = Server['ports'][number] & { serverId: string }

/** The jobs of all responding servers, failing ones first, then by name. */
export const jobsOf = ({ servers }: Pick<System, 'servers'>): JobOfServer[] =>
  servers
    .filter(({ isSilent }) => !isSilent)
    .flatMap(({ serverId, jobs }) => jobs.map((job) => ({ ...job, serverId })))
    .toSorted((one, other) => other.failuresInARow - one.failuresInARow || one.name.localeCompare(other.name))

/** The outside systems called by responding servers, failing ones first, then by name. */
export const portsOf = ({ servers }: Pick<System, 'servers'>): PortOfServer[] =>
  servers
    .filter(({ isSilent }) => !isSilent)
    .flatMap(({ serverId, ports }) => ports.map((port) => ({ ...port, serverId })))
    .toSorted((one, other) => other.failedInARow - one.failedInARow || one.name.localeCompare(other.name))

/** A part of one answer as a list, which reloads with the others. */
export const partOf = <Row>(whole: Paged<unknown>, rows: readonly Row[]): Paged<Row> => ({
  ...whole,
  rows,
  readAll: async () => rows,
})
