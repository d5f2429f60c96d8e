import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { mergeMetrics } from './workers.ts'

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
