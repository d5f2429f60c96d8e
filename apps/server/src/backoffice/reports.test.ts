import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newPlayer } from '../cashier/testing/players.ts'
import { closeDays, makeTransfers } from '../ledger/index.ts'
import { makeDue } from '../reports/index.ts'
import { readToday } from '../reports/testing/test-house.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let day: string
let cpf: string
const licence = {
  company: 'Palpite Apostas S.A.',
  cnpj: '11222333000181',
  authorisation: 'Portaria SPA/MF nº 1',
  phone: '0800 000 0000',
  email: 'sac@palpite.example',
}

beforeAll(async () => {
  harness = await openBackofficeHarness()
  const { deps } = harness
  const player = await newPlayer(deps)
  cpf = player.cpf
  const cash = { playerId: player.playerId, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: 'topup:one', from: 'pix_in', to: cash, cents: 4_200 }])
  const today = await readToday(deps.db)
  await closeDays(deps, today.endsAt)
  await makeDue({ deps, licence }, 100)
  const [row] = await deps.db<{ day: string }[]>`select max(day)::text as day from reports_day`
  day = row?.day ?? ''
})
afterAll(() => harness.close())

test('an auditor lists the days and downloads a part; each read is in the audit chain', async () => {
  const { token } = await harness.operatorWith('auditor@house.example', ['reports.read'])
  const list = await harness.call('GET /api/backoffice/reports/days', { token })
  expect(list.data).toMatchObject({
    items: [{ day, version: 1, status: 'made', reason: null, balanceCents: 4_200, betsInCents: 0 }],
    nextCursor: null,
  })
  const part = await harness.call(`GET /api/backoffice/reports/days/${day}/1/carteiras/1`, { token })
  const { xml, sha256, fileName } = part.data as { xml: string; sha256: string; fileName: string }
  expect(fileName).toBe(`${day}_v1_carteiras_1.xml`)
  expect(createHash('sha256').update(xml).digest('hex')).toBe(sha256)
  expect(xml).toContain(`cpf="${cpf}"`)
  expect(xml).toContain('<movimento natureza="DEPOSITO" entradas="42.00" saidas="0.00"/>')
  expect((await harness.call(`GET /api/backoffice/reports/days/${day}/1/apostas/9`, { token })).code).toBe(
    'not_found',
  )
  expect((await harness.call('GET /api/backoffice/reports/days?cursor=nowhere', { token })).code).toBe(
    'bad_request',
  )
  // Reading does not include making.
  const again = `POST /api/backoffice/reports/days/${day}/1/again`
  expect((await harness.call(again, { token })).code).toBe('forbidden')
  const audited = await harness.deps.db<{ action: string; details: object }[]>`
    select action, details from platform_audit where action like 'report.%'`
  expect(audited).toEqual([{ action: 'report.read', details: { kind: 'carteiras', version: 1, part: 1 } }])
})

test('a day requested again many times at once is made once, and audited once', async () => {
  const { token } = await harness.operatorWith('maker@house.example', ['reports.make', 'reports.read'])
  const again = `POST /api/backoffice/reports/days/${day}/1/again`
  const answers = await Promise.all(Array.from({ length: 20 }, () => harness.call(again, { token })))
  for (const { data } of answers) expect(data).toEqual({ version: 2 })
  expect((await harness.call('POST /api/backoffice/reports/days/2020-01-01/1/again', { token })).code).toBe(
    'not_found',
  )
  const { data } = await harness.call('GET /api/backoffice/reports/days', { token })
  expect(data?.['items']).toMatchObject([
    { version: 2, status: 'making' },
    { version: 1, status: 'made' },
  ])
  const next = await harness.call(`GET /api/backoffice/reports/days?cursor=${day}_2`, { token })
  expect(next.data?.['items']).toMatchObject([{ version: 1 }])
  const coded = async (cursor: string) =>
    (await harness.call(`GET /api/backoffice/reports/days?cursor=${cursor}`, { token })).code
  for (const last of ['2026-01-30', '2026-12-31', '2028-02-29'])
    expect(await coded(`${last}_1`)).toBeUndefined()
  for (const never of ['2026-02-30', '2026-11-31', '2026-00-10'])
    expect(await coded(`${never}_1`)).toBe('bad_request')
  const audited = await harness.deps.db<{ action: string }[]>`
    select action from platform_audit where action = 'report.made_again'`
  expect(audited).toHaveLength(1)
})
