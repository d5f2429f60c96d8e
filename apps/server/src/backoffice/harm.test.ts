import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type Case = {
  id: number
  playerId: number
  grade: number
  contactedAt: string | null
  closedBy: number | null
}

/** A case of this grade, numbered in the order of calls. */
const open = async (playerId: number, grade: number): Promise<number> => {
  const [row] = await harness.deps.db<{ id: number }[]>`
    insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
    values (${playerId}, ${grade}, '[{"sign":"nights","seen":4,"from":3}]', '2026-11-01', '2026-11-01') returning id`
  return row?.id ?? 0
}

test('operators see the cases that wait longest first, and take notes, talk and close, each audited once', async () => {
  const { token, operatorId } = await harness.operatorWith('care@house.example', ['harm.decide'])
  const list = async (status: string) =>
    (await harness.call(`GET /api/backoffice/harm/cases?status=${status}`, { token })).data as unknown as {
      items: Case[]
    }
  const first = await open(71, 1)
  const waiting = await open(72, 5)
  const third = await open(73, 4)
  expect((await list('open')).items.map(({ id }) => id)).toEqual([waiting, third, first])

  const note = (kind: string, text: string, id = waiting) =>
    harness.call(`POST /api/backoffice/harm/cases/${id}/note`, { token, body: { kind, text } })
  await note('note', 'Ligou e não atendeu.')
  await note('note', 'Ligou e não atendeu.')
  await note('contacted', 'Falou: vai fazer uma pausa.')
  const { items } = await list('open')
  expect(items.map(({ id }) => id)).toEqual([third, first, waiting])
  expect(items[2]?.contactedAt).not.toBeNull()
  await Promise.all([note('closed', 'Combinado.'), note('closed', 'Combinado.')])
  await note('closed', 'De novo.')
  expect((await list('closed')).items).toMatchObject([{ id: waiting, closedBy: operatorId }])

  const one = await harness.call(`GET /api/backoffice/harm/cases/${waiting}`, { token })
  expect(one.data).toMatchObject({
    case: { playerId: 72, grade: 5, reasons: [{ sign: 'nights', seen: 4, from: 3 }] },
    notes: [{ kind: 'note' }, { kind: 'contacted' }, { kind: 'closed' }, { kind: 'closed' }],
  })
  expect((await note('note', 'x', 999_999)).code).toBe('not_found')
  const audited = await harness.deps.db<{ action: string }[]>`
    select action from platform_audit where action like 'harm.%' order by id`
  expect(audited.map(({ action }) => action)).toEqual([
    'harm.noted',
    'harm.contacted',
    'harm.closed',
    'harm.noted',
    'harm.read',
  ])
})

test('closed cases come newest first, page by page', async () => {
  const { token } = await harness.operatorWith('closed-cases@house.example', ['harm.decide'])
  await harness.deps.db`
    insert into protection_case (player_id, grade, reasons, seen_on, stepped_on, closed_at)
    select 1000 + n, 1 + n % 5, '[]', '2026-11-01', '2026-11-01', now() from generate_series(1, 60) n`
  const page = async (cursor: string) =>
    (await harness.call(`GET /api/backoffice/harm/cases?status=closed${cursor}`, { token }))
      .data as unknown as {
      items: Case[]
      nextCursor: string | null
    }
  const first = await page('')
  const second = await page(`&cursor=${first.nextCursor}`)
  const players = [...first.items, ...second.items].map(({ playerId }) => playerId)
  expect(players.slice(0, 60)).toEqual(Array.from({ length: 60 }, (_, at) => 1060 - at))
})
