import { expect, test } from 'vitest'
import { jobsOf, portsOf, type Server } from './system-lists.ts'

const at = '2026-11-29T12:00:00.000Z'
const job = (name: string, failuresInARow: number): Server['jobs'][number] => ({
  name,
  everyMs: 1000,
  isRunning: false,
  runs: 3,
  failures: failuresInARow,
  failuresInARow,
  startedAt: at,
  tookMs: 2,
  failedAt: null,
  nextAt: at,
})
const port = (name: string, failedInARow: number): Server['ports'][number] => ({
  name,
  answered: 1,
  failed: failedInARow,
  failedInARow,
  answeredAt: at,
  failedAt: null,
})
const server = (serverId: string, isSilent: boolean): Server => ({
  serverId,
  version: '1',
  startedAt: at,
  seenAt: at,
  isSilent,
  sockets: 0,
  players: 0,
  jobs: [job('b', 0), job('c', 2), job('a', 0)],
  ports: [port('y', 0), port('z', 5)],
})

test("failures come first, and a silent server's rows are hidden", () => {
  const servers = [server('one', false), server('two', true)]
  expect(jobsOf({ servers }).map(({ name, serverId }) => `${serverId} ${name}`)).toEqual([
    'one c',
    'one a',
    'one b',
  ])
  expect(portsOf({ servers }).map(({ name }) => name)).toEqual(['z', 'y'])
})
