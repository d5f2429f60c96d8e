import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { operatorsWith } from './operators.ts'
import { expect } from './test.ts'

test('an auditor reads why a day failed, downloads a part, and has the day rebuilt', async ({
  openPhone,
  world,
  db,
}) => {
  const permissions = ['reports.read', 'reports.make']
  const [token = ''] = await operatorsWith(world, permissions, ['auditora@casa.example'])
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n<arquivo/>\n'
  const sha256 = createHash('sha256').update(xml).digest('hex')
  // A failed day of the other profile, as its job leaves it.
  await db`
    insert into reports_day (day, version, status, failure, reason, ended_at)
    values ('2026-11-01', 1, 'failed', 'ledger', 'cash debits: files 100, ledger 120', now())`
  await db`
    insert into reports_file (day, version, kind, is_made, records, parts, sums)
    values ('2026-11-01', 1, 'carteiras', true, 7000, 1, '{"cash.closing": 123456}')`
  await db`
    insert into reports_part (day, version, kind, number, records, content, sha256)
    values ('2026-11-01', 1, 'carteiras', 1, 7000, ${gzipSync(xml)}, ${sha256})`
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${world.backofficeUrl}/relatorios`)
  await page.getByRole('main').getByRole('button', { name: '01/11/2026' }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByRole('alert')).toContainText('cash debits: files 100, ledger 120')
  await expect(drawer.getByText('R$ 1.234,56')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-reports')
  const file = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Baixar Carteiras' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('2026-11-01_v1_carteiras_1.xml')
  expect(await readFile(await saved.path(), 'utf8')).toBe(xml)
  await drawer.getByRole('button', { name: 'Refazer o dia' }).click()
  await expect(page.getByRole('main').getByText('Sendo feito')).toBeVisible()
})

test('the books show days and months by product: as lines, list, details, and file', async ({
  openPhone,
  world,
  db,
}) => {
  const [token = ''] = await operatorsWith(world, ['books.read'], ['contadora@casa.example'])
  await db`
    insert into ledger_closing (day, account, debit_cents, credit_cents, debits_until_cents, credits_until_cents)
    values ('2025-03-30', 'sportsbook', 40000, 100000, 0, 0), ('2025-03-30', 'pix_in', 700000, 0, 0, 0),
           ('2025-03-31', 'sportsbook', 5000, 0, 0, 0), ('2025-03-31', 'studio:neve', 0, 1234, 0, 0)`
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${world.backofficeUrl}/numeros?de=2025-03-01&ate=2025-04-10`)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: 'GGR por produto' })).toBeVisible()
  await main.getByRole('button', { name: '31/03/2025' }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByText('Estúdio neve')).toBeVisible()
  await expect(drawer.getByText('R$ 12,34')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-figures')
  await page.keyboard.press('Escape')
  await main.getByRole('radio', { name: 'Por mês' }).click()
  const month = main.getByRole('row', { name: /^03\/2025\b/ })
  await expect(month).toContainText('R$ 562,34')
  await expect(month).toContainText('R$ 7.000,00')
  const file = page.waitForEvent('download')
  await main.getByRole('button', { name: 'CSV' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toContain('2025-03,0.00,550.00,0.00,12.34,562.34')
})

test('an operator finds a text by a word, and reads it in every language with its places', async ({
  openPhone,
  world,
}) => {
  const [token = ''] = await operatorsWith(world, ['support.answer'], ['redatora@casa.example'])
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${world.backofficeUrl}/textos`)
  const main = page.getByRole('main')
  await expect(main.getByRole('row')).toHaveCount(51)
  await main.getByRole('combobox', { name: 'Onde aparece' }).selectOption('Recusas')
  await main.getByRole('combobox', { name: 'Idioma' }).selectOption('japonês')
  await main.getByLabel('Buscar').fill('saldo insuficiente')
  await main.getByRole('button', { name: 'insufficient_funds' }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByText('Insufficient balance.')).toBeVisible()
  await expect(drawer.getByText('packages/contract/src/refusals.ts')).toBeVisible()
  await expect(drawer.locator('dd')).toHaveCount(14)
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-texts')
  await page.keyboard.press('Escape')
  await main.getByLabel('Buscar').fill('nada disso existe')
  await expect(main.getByText('Nenhum resultado')).toBeVisible()
})
