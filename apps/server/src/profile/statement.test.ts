import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { lockAccounts, makeTransfers, move, post } from '../ledger/index.ts'
import { policyOf } from '../protection/index.ts'
import { toCsv } from '../platform/csv.ts'
import type { Deps } from '../platform/deps.ts'
import { LINES_A_PAGE, textPdf, windows1252 } from '../platform/pdf.ts'
import { ownerOf } from '../../../../tools/test/database.ts'
import { statementCalls, pdfLang, statementTextKeys } from './read-statement.ts'

let deps: Deps
let calls: ReturnType<typeof statementCalls>
let close: () => Promise<void>
let playerId: number
let today: string
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  calls = statementCalls(deps, policyOf({ COMPLIANCE_PROFILE: 'br-spa' }))
  ;({ playerId } = await newPlayer(deps))
  const cash = { playerId, kind: 'cash' } as const
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: 'topup:E1', from: 'pix_in', to: cash, cents: 10_000 })
    move(batch, { key: 'bonus:vip:1', from: 'gifts', to: { playerId, kind: 'bonus' }, cents: 200 })
    await post(tx, batch)
  })
  await makeTransfers(deps, [{ key: 'bet:1:stake', from: cash, to: 'bets_open', cents: 1_550 }])
  const rows = await deps.db<{ day: string }[]>`
    select (now() at time zone 'America/Sao_Paulo')::date::text as day`
  today = rows[0]?.day ?? ''
})
afterAll(() => close())

type More = Partial<Parameters<typeof calls.statementOf>[0]>
const fetched = async (more: More = {}) => {
  const asked = { playerId, from: today, until: today, format: 'csv', lang: 'pt-BR', ...more } as const
  const answer = await calls.statementOf(asked)
  if (!answer.ok) return { refused: answer.refusal.code, text: '', entries: 0 }
  const { content, entries } = answer.value
  const encoding = more.format === 'pdf' ? 'latin1' : 'utf8'
  return { refused: undefined, entries, text: Buffer.from(content, 'base64').toString(encoding) }
}

test('a statement has each entry with the balance before and after, in the words of its player', async () => {
  const { text, entries } = await fetched()
  expect(entries).toBe(3)
  const [head, ...rows] = text.replace('\ufeff', '').trim().split('\r\n')
  expect(head).toBe('Data e hora,Natureza,Conta,Saldo anterior,Valor,Saldo posterior')
  expect(rows.map((row) => row.replace(/^[^,]+,/, '')).toSorted()).toEqual([
    'Apostas esportivas,Saldo,100.00,-15.50,84.50',
    'Depósitos,Saldo,0.00,100.00,100.00',
    'Prêmio VIP,Bônus,0.00,2.00,2.00',
  ])
  expect((await fetched({ type: '13', lang: 'en' })).text).toMatch(
    /Deposits,Balance,0\.00,100\.00,100\.00\r\n$/,
  )
})

test('a statement is a PDF too, with a correct cross-reference table', async () => {
  const { text } = await fetched({ format: 'pdf' })
  expect(text).toMatch(/^%PDF-1\.4\n/)
  expect(text).toMatch(/\(Extrato da conta\)/)
  expect(text).toMatch(/\(P\u00e1gina 1\/1\)/)
  const lines = Array.from({ length: LINES_A_PAGE + 1 }, (_none, at) => ({ text: `(${at}) ação \\ €` }))
  const many = textPdf(lines, 'Page').toString('latin1')
  expect(many).toMatch(/\/Count 2/)
  const table = /xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(many)
  const places = (table?.[2] ?? '').trim().split('\n').slice(1)
  expect(places).toHaveLength(Number(table?.[1]) - 1)
  places.forEach((line, at) => {
    expect(many.slice(Number(line.slice(0, 10))).startsWith(`${at + 1} 0 obj`)).toBe(true)
  })
  const start = Number(/startxref\n(\d+)/.exec(many)?.[1])
  expect(many.slice(start).startsWith('xref')).toBe(true)
})

test('a PDF names its holder, in letters that its font has, and shows the middle of the CPF alone', async () => {
  const owner = ownerOf(deps.db)
  await owner`update identity_player set name = 'Łucja Đặng d’Ávila', cpf = '52998224725', identified_at = now() where id = ${playerId}`
  const { text } = await fetched({ format: 'pdf' })
  expect(text).toContain('(Jogador: Lucja Dang d\u0092\u00c1vila, CPF ***.982.247-**)')
  expect(text).not.toContain('52998224725')
})

test.each([
  ['João Conceição', 'Jo\u00e3o Concei\u00e7\u00e3o'],
  ['Joa\u0303o', 'Jo\u00e3o'],
  ['Şahin Ğ İ ı', 'Sahin G I i'],
  ['Ħŧ Ĳ ẞ ß', 'Ht IJ SS \u00df'],
  ['Œ Š € –', '\u008c \u008a \u0080 \u0096'],
  ['Ệ ở ǅ', 'E o ?'],
  ['Иван 王 \0', '???? ? ?'],
])('a PDF writes %j a letter a byte', (text, bytes) => {
  expect(windows1252(text)).toBe(bytes)
})

test('more than a year, days in the wrong order and days of more than 36 months ago are refused', async () => {
  expect((await fetched({ from: '2024-12-31' })).refused).toBe('bad_request')
  expect((await fetched({ until: '2024-12-31' })).refused).toBe('bad_request')
  expect((await fetched({ from: '2001-01-01', until: '2001-01-31' })).refused).toBe('bad_request')
})

test('a year is summed by the nature of what happened', async () => {
  const answer = await calls.yearStatementOf({ playerId, year: today.slice(0, 4) })
  if (!answer.ok) throw new Error(answer.refusal.code)
  expect(answer.value).toMatchObject({ openingCents: 0, closingCents: 8_650 })
  expect(answer.value.natures).toHaveLength(3)
  expect(answer.value.natures).toEqual(
    expect.arrayContaining([
      { type: '13', inCents: 10_000, outCents: 0 },
      { type: '199', inCents: 0, outCents: 1_550 },
      { type: '14', inCents: 200, outCents: 0 },
    ]),
  )
})

test('a player with many bets gets the year by nature and the requested part, although the whole is too long', async () => {
  const { playerId: busy } = await newPlayer(deps)
  const cash = { playerId: busy, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: `topup:busy`, from: 'pix_in', to: cash, cents: 7_000 }])
  // As fifty thousand rounds that play by themselves would leave them: one up, one down.
  await ownerOf(deps.db)`
    insert into ledger_entry (player_id, account_id, version, amount_cents, balance_cents, transfer_key)
    select ${busy}, account.id, account.version + nth, case nth % 2 when 1 then -100 else 100 end,
           7000 - case nth % 2 when 1 then 100 else 0 end, 'dice:' || nth
      from ledger_account account, generate_series(1, 50000) as nth
     where account.player_id = ${busy} and account.kind = 'cash'`
  expect((await fetched({ playerId: busy })).refused).toBe('statement_too_long')
  expect(await fetched({ playerId: busy, type: '13' })).toMatchObject({ refused: undefined, entries: 1 })
  expect((await fetched({ playerId: busy, type: '13', format: 'pdf' })).text).toContain('70.00')
  const answer = await calls.yearStatementOf({ playerId: busy, year: today.slice(0, 4) })
  expect(answer).toMatchObject({
    value: {
      openingCents: 0,
      closingCents: 7_000,
      natures: [
        { type: '13', inCents: 7_000, outCents: 0 },
        { type: '19', inCents: 2_500_000, outCents: 2_500_000 },
      ],
    },
  })
})

test('a player who requests many statements is rate-limited, and nobody else', async () => {
  const { playerId: other } = await newPlayer(deps)
  const asked = Array.from({ length: 21 }, () => calls.yearStatementOf({ playerId: other, year: '2026' }))
  const refused = (await Promise.all(asked)).flatMap((answer) => (answer.ok ? [] : answer.refusal.code))
  expect(refused).toEqual(['too_many_requests'])
  expect((await fetched()).refused).toBeUndefined()
})

test('a cell that a spreadsheet would run is text', () => {
  expect(toCsv([['=1+1', '@a', '-5.00', 'a,"b"', -5]])).toBe(`'=1+1,'@a,-5.00,"a,""b""",-5\r\n`)
})

test.each([
  ['=1+1', `'=1+1`],
  ['+1+1', `'+1+1`],
  ['-1+1', `'-1+1`],
  ['@sum(a1)', `'@sum(a1)`],
  ['\t=1', `'\t=1`],
  ['\tplain', `'\tplain`],
  ['\r=1', `"'\r=1"`],
  ['  =1+1', `'  =1+1`],
  ['\u00a0\u3000@a', `'\u00a0\u3000@a`],
  ['\u200b=1', `'\u200b=1`],
  [' \t=1', `' \t=1`],
  ['＝1+1', `'＝1+1`],
  ['　＋1+1', `'　＋1+1`],
  ['－1+1', `'－1+1`],
  ['＠a', `'＠a`],
  ['-5,00', '"-5,00"'],
  ['+5.25', '+5.25'],
  [' -5', ' -5'],
  ['a=1', 'a=1'],
  ['', ''],
])('the cell %j is written as %j', (given, written) => {
  expect(toCsv([[given]])).toBe(`${written}\r\n`)
})

test('both languages have every text of the statement', () => {
  expect(statementTextKeys('en')).toEqual(statementTextKeys('pt-BR'))
})

test('a PDF, whose font has no letters of theirs, speaks English to readers of Russian and Thai', () => {
  expect((['pt-BR', 'en', 'ru', 'th'] as const).map(pdfLang)).toEqual(['pt-BR', 'en', 'en', 'en'])
})
