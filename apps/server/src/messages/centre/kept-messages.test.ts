import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { listenToOutbox, writeEvents } from '../../platform/outbox.ts'
import { dataRequested, documentsExpire, suspensionChanged } from '../../protection/index.ts'
import { openMessages } from '../index.ts'
import { messagesSettings } from '../settings.ts'
import { messageWords, removeMessages, shownWords, sweepMessages, writeMessages } from './messages.ts'
import { type MessageRow, selectMessages } from './queries.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

test('an expiring document and missing data lead to messages with the day, even if an older server has passed the events', async () => {
  const playerId = 24
  const expires = { playerId, expiresOn: '2026-03-05' }
  await deps.db.begin(async (tx) => {
    await writeEvents(tx, documentsExpire, [
      { ...expires, isOver: false },
      { ...expires, isOver: true },
    ])
    await writeEvents(tx, dataRequested, [
      { playerId, what: 'exposure' },
      { playerId, what: 'gender' },
    ])
  })
  await passByOlderServer()
  const jobs = openMessages(deps, {}).jobs()
  const list = (): Promise<MessageRow[]> =>
    selectMessages(deps.db, playerId, { before: 1e9, max: 10, lang: 'pt-BR' })
  try {
    await expect.poll(async () => (await list()).length).toBe(4)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
  }
  const reported = (await list()).map((row) => messageWords(row, 'pt-BR'))
  expect(reported.map(({ title }) => title).toSorted()).toEqual([
    'Complete o seu cadastro',
    'Documento vencido',
    'Seu documento está para vencer',
    'Você é pessoa politicamente exposta?',
  ])
  const words = reported.map(({ text }) => text).join(' ')
  expect(words).toContain('vence em 5 de março de 2026.')
  expect(words).toContain('venceu em 5 de março de 2026.')
})

test.each([
  ['text', 901, 'message.ofTomorrow', {}],
  ['inner text', 902, 'message.repaid', { titleKey: 'message.ofTomorrow', whatKey: 'message.ofTomorrow' }],
])(
  'a message of a newer server, whose %s this one does not have, hides no other',
  async (_what, playerId, textKey, values) => {
    const message = { playerId, kind: 'system' as const }
    await deps.db.begin((tx) =>
      writeMessages(tx, [
        { ...message, textKey: 'message.impedimentOver', source: 'known' },
        { ...message, textKey, values, source: 'newer' },
      ]),
    )
    const rows = await selectMessages(deps.db, playerId, { before: 1e9, max: 10, lang: 'pt-BR' })
    const titles = rows.map((row) => shownWords(row, 'pt-BR').title)
    const known = messageWords({ textKey: 'message.impedimentOver', textValues: {} }, 'pt-BR').title
    expect(titles.toSorted()).toEqual(['Nova mensagem', known].toSorted())
  },
)

/** A server of an older version, which reads only the other messages, passes all events. */
async function passByOlderServer(): Promise<void> {
  const older = listenToOutbox({ db: deps.db, log: deps.log, name: 'messages', handlers: [] })
  const behind = async () => {
    const rows = await deps.db<{ isBehind: boolean }[]>`
      select id < (select max(id) from platform_outbox) as "isBehind" from platform_outbox_reader where name = 'messages'`
    return rows[0]?.isBehind
  }
  try {
    await expect.poll(behind).toBe(false)
  } finally {
    await older.stop()
  }
}

test('a suspended account gets a message, and another when it is lifted, even if an older server has skipped the events', async () => {
  const playerId = 31
  await deps.db.begin((tx) =>
    writeEvents(tx, suspensionChanged, [
      { playerId, suspensionId: 1, isSuspended: true },
      { playerId, suspensionId: 1, isSuspended: false },
    ]),
  )
  await passByOlderServer()
  const jobs = openMessages(deps, {}).jobs()
  const list = (): Promise<MessageRow[]> =>
    selectMessages(deps.db, playerId, { before: 1e9, max: 10, lang: 'pt-BR' })
  try {
    await expect.poll(async () => (await list()).length).toBe(2)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
  }
  expect((await list()).map(({ textKey }) => textKey).toSorted()).toEqual([
    'message.suspended',
    'message.suspensionLifted',
  ])
})

test('X5 a message from before the archive is archived when it is swept or its player removes it, once and with its time', async () => {
  const playerId = 56
  const rows = await ownerOf(deps.db)<{ id: number }[]>`
    insert into messages_message (player_id, kind, text_key, text_values, source, created_at)
    values (${playerId}, 'system', 'message.break', '{"breakKey":"break.exclusion"}', 'break:1', now() - interval '95 days'),
           (${playerId}, 'system', 'message.player.identified', '{}', 'identified', now() - interval '94 days'),
           (${playerId}, 'system', 'message.break', '{"breakKey":"break.time_out"}', 'break:2', now() - interval '8 days'),
           (${playerId}, 'system', 'message.impeded', '{}', 'impediment:1', now() - interval '7 days')
    returning id`
  const ids = rows.map(({ id }) => id)
  const settings = { read: async () => messagesSettings }
  await Promise.all(Array.from({ length: 5 }, () => sweepMessages(deps.db, settings)))
  const remove = (of: number) => deps.db.begin((tx) => removeMessages(tx, of, ids))
  await remove(57)
  const kept = () => deps.db<{ source: string; inWriting: boolean; days: number }[]>`
    select source, in_writing as "inWriting", extract(day from now() - told_at)::int as days
      from protection_communication where player_id = ${playerId} order by told_at`
  expect(await kept()).toEqual([{ source: 'break:1', inWriting: true, days: 95 }])
  await Promise.all(Array.from({ length: 5 }, () => remove(playerId)))
  expect(await kept()).toEqual([
    { source: 'break:1', inWriting: true, days: 95 },
    { source: 'break:2', inWriting: false, days: 8 },
    { source: 'impediment:1', inWriting: true, days: 7 },
  ])
  expect(await selectMessages(deps.db, playerId, { before: 1e9, max: 10, lang: 'pt-BR' })).toEqual([])
})
