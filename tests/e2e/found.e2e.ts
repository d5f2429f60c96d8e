import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { greetedSocket } from './lines.ts'
import { sheet, toasted } from './sheets.ts'
import { wagerOnWinner } from './sure-bet.ts'
import { desk, expect, strict, test } from './test.ts'

test.use(strict)

test('the search has the focus, finds games and pages, and links to the help', async ({
  page,
  phone,
  world,
}) => {
  // A new app loads its studio's games some time after its start.
  const games = async () => (await fetch(`${world.url}/api/app/game/catalogue`)).text()
  await expect.poll(games, { timeout: 90_000 }).toContain('palpite-crash')
  await page.goto(`${world.url}/footballPage`)
  const search = sheet(page, 'Buscar')
  const open = () => page.getByRole('button', { name: 'Buscar' }).filter({ visible: true }).first().click()
  await open()
  await expect(search.getByRole('searchbox')).toBeFocused()
  await expect(search.getByText('Com mais partidas agora')).toBeVisible()
  await phone.picture('search-before')
  await search.getByRole('searchbox').fill('mines')
  await search.getByRole('button', { name: 'Mines', exact: true }).click()
  await expect(page).toHaveURL(/\/mines$/)
  await page.goto(`${world.url}/footballPage`)
  await open()
  await search.getByRole('searchbox').fill('crash')
  await search.getByRole('button', { name: 'Pipa', exact: true }).click()
  await expect(page).toHaveURL(/\/play\?game=palpite-crash/)
  await page.goto(`${world.url}/footballPage`)
  await open()
  await search.getByRole('searchbox').fill('jogos')
  await search.getByRole('button', { name: 'Jogos', exact: true }).click()
  await expect(sheet(page, 'Jogos').getByRole('link', { name: /Mines/ })).toBeVisible()
  await page.goto(`${world.url}/footballPage`)
  await open()
  await expect(search.getByText('Buscas recentes')).toBeVisible()
  await search.getByRole('searchbox').fill('cashout')
  await expect(search.getByRole('button', { name: /Procurar na Ajuda: cashout/ })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await phone.picture('search-found')
  await search.getByRole('button', { name: /Procurar na Ajuda: cashout/ }).click()
  await expect(page).toHaveURL(/\/ajuda\?q=cashout$/)
  await page.getByRole('link', { name: 'Encerrar aposta (cash-out)' }).click()
  await expect(page.getByRole('heading', { name: 'Encerrar aposta (cash-out)', level: 1 })).toBeVisible()
})

test('a wide touch screen hints at no key, one with a keyboard does', async ({ page, openPhone, world }) => {
  const { page: atDesk } = await openPhone({ isDesk: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const each of [page, atDesk]) await each.goto(`${world.url}/ajuda`)
  const hintOn = (each: Page) => each.getByRole('banner').locator('kbd')
  await expect(hintOn(atDesk)).toBeVisible()
  await expect(hintOn(page)).toBeHidden()
})

for (const isDesk of [false, true])
  test.describe(isDesk ? 'at a desk' : 'on a phone', () => {
    test.use(isDesk ? desk : {})

    test('the help finds each kind of bet and market, and is organised by topic', async ({
      page,
      phone,
      world,
    }) => {
      await page.goto(`${world.url}/ajuda`)
      for (const part of [
        'Cupom e apostas',
        'Conta e dinheiro',
        'Bônus e promoções',
        'Jogos',
        'Esportes',
        'Mercados',
      ]) {
        await expect(page.getByRole('heading', { name: part, exact: true }).first()).toBeVisible()
      }
      await phone.picture(`help-parts${isDesk ? '-desk' : ''}`)
      const field = page.getByRole('searchbox', { name: 'Procurar na Ajuda' })
      for (const [words, title] of [
        ['múltipla', 'Aposta múltipla'],
        ['sistema', 'Aposta de sistema'],
        ['criar aposta', 'Criar aposta'],
        ['handicap', 'Handicap asiático'],
        ['rollover', 'Como funciona o bônus (rollover)'],
        ['autoexclusão', 'Parar de jogar (autoexclusão)'],
        ['limite', 'Limites e jogo responsável'],
        ['cash-out', 'Encerrar aposta (cash-out)'],
        ['encerrar', 'Encerrar aposta (cash-out)'],
        ['bônus', 'Como funciona o bônus (rollover)'],
        ['turbinada', 'Odd turbinada'],
        ['seguro', 'Seguro da múltipla'],
        ['pagamento antecipado', 'Pagamento antecipado'],
      ] as const) {
        await field.fill(words)
        await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
      }
      expect(await complaints(page)).toEqual([])
    })
  })

test('an article shows the times and amounts in force, as operators set them', async ({
  page,
  phone,
  world,
}) => {
  await page.route('**/api/app/order/rules', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    const data = { ...answer.data, payoutPromiseSeconds: 1200, withdrawMinCents: 7050 }
    await route.fulfill({ response, json: { ...answer, data } })
  })
  await page.goto(`${world.url}/ajuda/artigos/withdraw`)
  const article = page.getByRole('main')
  await expect(article).toContainText(
    'Fora essas esperas, o saque sai em até 20 minutos ou, se precisar de análise, em até 2 horas',
  )
  await expect(article).toContainText(/Cada saque vai de R\$\s70,50 a R\$\s10\.000,00/)
  await expect(article).not.toContainText('…')
  expect(await complaints(page)).toEqual([])
  await phone.picture('help-withdraw')
})

test('a dot marks unread messages, and a won bet is announced on any page', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp, '/home')
  const avatar = page.getByRole('button', { name: /^Minha conta/ }).filter({ visible: true })
  await expect(avatar).toHaveAccessibleDescription(/sem ler$/)
  await phone.picture('unread-dot')
  const greeted = greetedSocket(page)
  await page.goto(`${world.url}/ajuda`)
  await greeted // a page without a socket yet would miss the push
  const reported = toasted(page, /Você ganhou! R\$\s[\d,]+ no seu saldo/)
  await wagerOnWinner(world, toppedUp.token, 500)
  await reported
  await page.goto(`${world.url}/gameMess`)
  await page.getByRole('button', { name: 'Marcar como lidas' }).click()
  await expect(avatar).toHaveAccessibleDescription('')
})
