import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { freshDatabase } from '../../../../tools/test/database.ts'
import { mergeMetrics, superviseServers, tooManyConnections } from './workers.ts'

test('merges the metrics of several servers: one header per name, and each series with its server', () => {
  const text = (calls: number) =>
    [
      '# HELP calls Calls',
      '# TYPE calls counter',
      `calls{kind="a"} ${calls}`,
      '# HELP up Up',
      '# TYPE up gauge',
      'up 1',
      '',
    ].join('\n')
  expect(
    mergeMetrics([
      { server: 2, text: text(5) },
      { server: 1, text: text(3) },
    ]).split('\n'),
  ).toEqual([
    '# HELP calls Calls',
    '# TYPE calls counter',
    'calls{server="1",kind="a"} 3',
    'calls{server="2",kind="a"} 5',
    '',
    '# HELP up Up',
    '# TYPE up gauge',
    'up{server="1"} 1',
    'up{server="2"} 1',
    '',
  ])
})

test('several servers on one machine need a Redis, and the start names it', () => {
  const env = { NODE_ENV: 'test', DATABASE_URL: 'postgres://nowhere/none', SERVERS: '2' }
  expect(readConfig(env)).toEqual({
    ok: false,
    sentences: [
      'SERVERS: several need REDIS_URL, or each would count limits and tell its sockets for itself',
    ],
  })
  expect(readConfig({ ...env, REDIS_URL: 'redis://127.0.0.1:6379' })).toMatchObject({
    ok: true,
    config: { SERVERS: 2 },
  })
  expect(readConfig({ ...env, SERVERS: '1' })).toMatchObject({ ok: true })
})

test.each([
  { servers: 6, connections: 12, given: 97, fits: true },
  { servers: 7, connections: 12, given: 97, fits: false },
  { servers: 2, connections: 44, given: 96, fits: true },
  { servers: 2, connections: 44, given: 96, replica: 'postgres://replica/palpite', fits: false },
  { servers: 2, connections: 44, given: 98, replica: 'postgres://replica/palpite', fits: true },
])(
  '$servers servers with $connections connections each, of $given, replica $replica: $fits',
  ({ servers, connections, given, replica, fits }) => {
    const sentence = tooManyConnections(
      { SERVERS: servers, DATABASE_CONNECTIONS: connections, READ_DATABASE_URL: replica },
      given,
    )
    expect(sentence === undefined).toBe(fits)
  },
)

test('servers that would open more connections than the database allows are not started, and the error names the setting to lower', async () => {
  const fresh = await freshDatabase()
  try {
    const read = readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: fresh.url,
      REDIS_URL: 'redis://127.0.0.1:6379',
      SERVERS: '64',
    })
    if (!read.ok) throw new Error(read.sentences.join('; '))
    await expect(superviseServers(read.config)).rejects.toThrow(
      /^SERVERS: 64 servers may open 1024 connections \(DATABASE_CONNECTIONS=12 and 4 more each\), and the database gives \d+;/,
    )
  } finally {
    await fresh.drop()
  }
})
