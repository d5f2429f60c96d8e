import { readFile } from 'node:fs/promises'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import { operatorsWith } from './operators.ts'
import { expect } from './test.ts'

const EARNER = 900_001

test('a difference leads from the dashboard to its list, is taken on and settled; accounts add up to nothing', async ({
  openPhone,
  world,
  db,
}) => {
  const permissions = ['books.read', 'books.settle']
  const [token = ''] = await operatorsWith(world, permissions, ['livros@casa.example'])
  await db`
    insert into cashier_exception (day, source, subject, what)
    values ('2026-11-01', 'bank', 'E000-books', 'paid at the bank and not in the books: R$ 12.00')`
  const { page, picture } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(world.backofficeUrl)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Diferenças' }).click()
  await main.getByRole('button', { name: 'paid at the bank and not in the books' }).click()
  const drawer = page.getByRole('complementary')
  await expect(drawer.getByText('Ninguém assumiu')).toBeVisible()
  await drawer.getByRole('button', { name: 'Assumir' }).click()
  await drawer.getByLabel('Motivo').fill('o banco repetiu o aviso de ontem')
  expect(await complaints(page)).toEqual([])
  await picture('backoffice-difference')
  await drawer.getByRole('button', { name: 'Dar por resolvida' }).click()
  await expect(main.getByRole('button', { name: 'paid at the bank' })).toHaveCount(0)

  await main.getByRole('link', { name: 'Contas', exact: true }).click()
  await expect(main.getByText(/^Soma R\$\s0,00$/)).toBeVisible()
  await expect(main.getByRole('row', { name: /^opening / })).toBeVisible()
  await main.getByLabel('De', { exact: true }).fill('2026-11-01')
  await main.getByLabel('Até', { exact: true }).fill('2026-11-02')
  const file = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Baixar o diário' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('journal_2026-11-01_2026-11-02.csv')
  expect(await readFile(await saved.path(), 'utf8')).toContain('day,account,opening,debit,credit,balance')
  expect(await complaints(page)).toEqual([])
})

test('held commission says what two accounts have in common, and is refused with a reason', async ({
  openPhone,
  world,
  db,
}) => {
  const [token = ''] = await operatorsWith(world, ['rewards.decide'], ['convites@casa.example'])
  await db`
    insert into rewards_commission_share (earner_id, day, player_id, level, settled_cents, amount_e4, status, reasons)
    values (${EARNER}, '2026-11-01', ${EARNER + 1}, 1, 100000, 12500000, 'held', '{cpf,device}')`
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${world.backofficeUrl}/convites`)
  const main = page.getByRole('main')
  const row = main.getByRole('button', { name: `#${EARNER}`, exact: true })
  await expect(main.getByRole('row', { name: `#${EARNER} ` })).toContainText('CPF, aparelho')
  await row.click()
  const drawer = page.getByRole('complementary', { name: /12,50/ })
  await drawer.getByLabel('Motivo').fill('a mesma pessoa em duas contas')
  expect(await complaints(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByText('A comissão foi recusada.')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the search above every screen opens what an id names: an order by its charge, a player by number', async ({
  openPhone,
  world,
  toppedUp,
  db,
}) => {
  const [order] = await db<{ id: string; chargeRef: string; playerId: number }[]>`
    select own.id, own.charge_ref as "chargeRef", own.player_id as "playerId"
      from cashier_order own join identity_player player on player.id = own.player_id
     where player.email = ${toppedUp.email} and own.status = 'credited' limit 1`
  if (!order) throw new Error('no order was paid')
  const [token = ''] = await operatorsWith(world, ['books.read', 'players.read'], ['busca@casa.example'])
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(world.backofficeUrl)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  const find = async (words: string) => {
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill(words)
    await page.keyboard.press('Enter')
  }
  await find(order.chargeRef.toUpperCase())
  await expect(page).toHaveURL(`${world.backofficeUrl}/depositos/pedido?busca=${order.id}`)
  await find(`#${order.playerId}`)
  await expect(page).toHaveURL(`${world.backofficeUrl}/jogadores?busca=${order.playerId}`)
  await find('E00000000000000000000000000000000')
  await expect(page.getByText('Nada com esse número entre o que você pode ver.')).toBeVisible()
})
