import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { openHarness, type Harness } from '../testing/harness.ts'
import type { FeedName, FixtureMessage } from './messages.ts'
import { applyFeedMessages } from './apply-feed-messages.ts'
import { readWaitingNames, reviewFeedName } from './names.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const fixture = (key: string, home: string, away: string): FixtureMessage => ({
  kind: 'fixture',
  key,
  sport: 'football',
  competition: 'Copa dos Nomes',
  title: null,
  participants: [{ name: home }, { name: away }],
  startsAt: new Date(Date.now() + 3_600_000),
  model: null,
  play: null,
})

const say = (feed: FeedName, message: FixtureMessage) =>
  harness.deps.db.begin((tx) => applyFeedMessages(tx, feed, [message]))

async function homeOf(key: string): Promise<string | undefined> {
  const [row] = await harness.deps.db<{ name: string }[]>`
    select participant.name
      from sportsbook_fixture fixture
      join sportsbook_fixture_participant entry on entry.fixture_id = fixture.id and entry.place = 1
      join sportsbook_participant participant on participant.id = entry.participant_id
     where feed_key = ${key}`
  return row?.name
}

const waiting = async (name: string) =>
  present(
    (await readWaitingNames(harness.deps)).find((row) => row.name === name),
    'a waiting name',
  )

test('a name with another spelling is proposed, and mapped only once an operator confirms it', async () => {
  await say('importer', fixture('own:1', 'São Paulo-Teste', 'Grêmio-Teste'))
  await say('odds_api', fixture('odds:1', 'Sao Paulo Teste', 'Gremio Futebol'))
  expect(await homeOf('odds:1')).toBe('Sao Paulo Teste')
  const spelt = await waiting('Sao Paulo Teste')
  expect([spelt.meant, (await waiting('Gremio Futebol')).meant]).toEqual(['São Paulo-Teste', null])
  expect(await reviewFeedName(harness.deps, { id: spelt.id, verdict: 'confirm', by: 'mesa' })).toBe('done')
  await say('odds_api', fixture('odds:2', 'Sao Paulo Teste', 'Gremio Futebol'))
  expect(await homeOf('odds:2')).toBe('São Paulo-Teste')
  // Another feed's name is a separate entry.
  await say('uof', fixture('uof:1', 'SAO PAULO TESTE', 'Gremio Futebol'))
  expect(await homeOf('uof:1')).toBe('SAO PAULO TESTE')
})

test('a name without a proposal needs one of ours, and a rejected one stays as it is', async () => {
  const { id } = await waiting('Gremio Futebol')
  const confirm = (meant?: string) =>
    reviewFeedName(harness.deps, { id, verdict: 'confirm', meant, by: 'mesa' })
  expect(await confirm()).toBe('nothing_proposed')
  expect(await confirm('Ninguém')).toBe('not_ours')
  expect(await reviewFeedName(harness.deps, { id, verdict: 'reject', by: 'mesa' })).toBe('done')
  expect((await readWaitingNames(harness.deps)).some((row) => row.id === id)).toBe(false)
  expect(await reviewFeedName(harness.deps, { id: 999_999, verdict: 'reject', by: 'mesa' })).toBe(
    'unknown_name',
  )
})
