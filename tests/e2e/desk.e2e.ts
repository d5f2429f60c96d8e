import type { Locator, Page } from '@playwright/test'
import { textLanguages } from '@palpite/contract/languages'
import { present } from '../../apps/server/src/platform/errors.ts'
import { unreadable } from '../../tools/pictures/measure.ts'
import { settled } from './accessible.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

/** The narrowest desktop, and wider ones. */
const desks = [
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const

/** Screens with the navigation; the payment and error pages are reached on the way. */
const withWays = [
  'home',
  'home-visitor',
  'sports-week',
  'match',
  'dice',
  'double',
  'mines',
  'records-bets',
  'records-visitor',
  'account',
  'vip',
  'help',
]

for (const name of withWays)
  test(`${name} has search, navigation in words and footer on every desktop, and no phone bar`, async ({
    walker,
  }) => {
    const { page } = walker
    await page.setViewportSize({ width: 1024, height: 768 })
    await walker.openNamed(name)
    const bar = page.getByRole('navigation', { name: 'Principal' }).filter({ visible: true })
    for (const [width, height] of desks) {
      await page.setViewportSize({ width, height })
      await settled(page)
      const at = String(width)
      // Loaded at desktop size, while `screens.e2e.ts` resizes a phone.
      await expect.poll(() => unreadable(page), at).toEqual([])
      await expect(bar, at).toHaveCount(1)
      await expect.poll(async () => (await boxOf(bar)).y, at).toBeLessThan(10)
      await expect(bar.getByRole('link', { name: 'Esportes' }), at).toHaveCount(1)
      await expect(bar.getByRole('button', { name: 'Jogos' }), at).toBeVisible()
      await expect(bar.getByRole('button', { name: 'Menu' }), at).toBeVisible()
      const search = page.getByRole('button', { name: /^(Buscar|Time, liga)/ })
      await expect(search.filter({ visible: true }), at).toHaveCount(1)
      const help = page.getByRole('link', { name: 'Ajuda', exact: true }).filter({ visible: true })
      await expect(help, at).toHaveCount(1)
      await expect(page.getByRole('radiogroup', { name: 'Tema' }), at).toBeVisible()
      await expect(page.getByRole('button', { name: /^Idioma/ }), at).toBeVisible()
      await page.keyboard.press('/')
      await expect(sheet(page, 'Buscar'), at).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(sheet(page, 'Buscar'), at).toBeHidden()
    }
  })

test("the narrowest desktop's bar shows Minhas apostas and every other name in full, in all languages", async ({
  walker,
}) => {
  const { page } = walker
  await page.setViewportSize({ width: 1024, height: 768 })
  const cut: string[] = []
  for (const language of textLanguages) {
    await walker.setLook({ language, textPercent: 100 })
    await walker.openNamed('vip')
    const bar = page.locator('nav').filter({ has: page.locator('a[href="/gamebouns"]'), visible: true })
    await settled(page)
    if (language === 'pt-BR') await expect(bar.getByRole('link', { name: 'Minhas apostas' })).toBeVisible()
    await expect(bar).toHaveCount(1)
    const [over, words] = await page.evaluate<[number, string]>(`(() => {
      const bar = document.querySelector('nav:has(> a[href="/gamebouns"])')
      return [bar.scrollWidth - bar.clientWidth, bar.innerText.replaceAll('\\n', ' | ')]
    })()`)
    if (over > 0) cut.push(`${language}: ${over} px too long: ${words}`)
  }
  expect(cut).toEqual([])
})

/** This element's position, once the page is still. */
const boxOf = async (what: Locator) => {
  await expect(what).toBeVisible()
  return present(await what.boundingBox(), 'the box of what is in sight')
}

test('the title Minhas apostas is aligned with the content below on every desktop', async ({ walker }) => {
  const { page } = walker
  await walker.openNamed('records-bets')
  for (const [width, height] of desks) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const title = page.getByRole('heading', { level: 1, name: 'Minhas apostas' })
    await expect(title).toBeVisible()
    const words = await page.evaluate<number>(`(() => {
      const range = document.createRange()
      range.selectNodeContents(document.querySelector('h1'))
      return range.getBoundingClientRect().left
    })()`)
    const { x } = await boxOf(page.getByRole('radiogroup', { name: 'Tipo de registro' }))
    expect(Math.abs(words - x), `${width}: ${words} over ${x}`).toBeLessThanOrEqual(1)
  }
})

/** The page's width: the window without the scroll bar's space, also under a sheet. */
const pageWidth = (page: Page): Promise<number> =>
  page.evaluate('Math.round(document.documentElement.getBoundingClientRect().width)')

for (const name of ['dice', 'limbo', 'mines', 'row-double'])
  test(`${name} has panel, stage and history side by side`, async ({ walker }) => {
    const { page } = walker
    await page.setViewportSize({ width: 1024, height: 768 })
    await walker.openNamed(name)
    for (const [width, height] of desks.slice(0, 2)) {
      await page.setViewportSize({ width, height })
      await settled(page)
      const panel = await boxOf(page.getByRole('region', { name: 'Sua aposta' }))
      const rounds = await boxOf(page.getByRole('region', { name: 'Suas rodadas' }))
      const stage = page.getByRole('region', {
        name: await page.getByRole('heading', { level: 1 }).innerText(),
      })
      const { x, width: across } = await boxOf(stage)
      expect(panel.x + panel.width).toBeLessThanOrEqual(x)
      expect(x + across).toBeLessThanOrEqual(rounds.x)
      expect(across).toBeGreaterThan(width / 3)
      expect(Math.abs(rounds.y - panel.y)).toBeLessThan(60)
    }
  })

test('all nine rows of the tower are visible on a phone and on every desktop', async ({ walker }) => {
  const { page } = walker
  await walker.openNamed('row-double')
  for (const [width, height] of [[393, 852] as const, ...desks]) {
    await page.setViewportSize({ width, height })
    await settled(page)
    const tower = await boxOf(page.getByRole('list', { name: 'Torre de nove filas' }).locator('..'))
    const rows = page.getByRole('group', { name: /^Fila \d$/ })
    await expect(rows).toHaveCount(9)
    for (const row of await rows.all()) {
      const { y, height: tall } = await boxOf(row)
      expect(y, String(width)).toBeGreaterThanOrEqual(tower.y)
      expect(y + tall, String(width)).toBeLessThanOrEqual(tower.y + tower.height)
    }
  }
})

test("double's pointer covers no number, and chips of R$ 1 and R$ 2 are among the others", async ({
  walker,
}) => {
  const { page } = walker
  await walker.openNamed('double')
  for (const [width, height] of [[393, 852] as const, ...desks]) {
    await page.setViewportSize({ width, height })
    await settled(page)
    await expect(page.getByRole('button', { name: /^R\$\s1,00$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^R\$\s2,00$/ })).toBeVisible()
    // Each half of the pointer is lower than the room above, and below, a number and its symbol.
    const covered = await page.evaluate(`(() => {
      const strip = document.querySelector('[data-pointed]')
      const tile = strip.querySelector('[data-colour]')
      const [sign, number] = tile.children
      const top = strip.getBoundingClientRect().top
      const half = parseFloat(getComputedStyle(strip, '::before').blockSize)
      return { above: sign.getBoundingClientRect().top - top - half,
        below: strip.getBoundingClientRect().bottom - number.getBoundingClientRect().bottom - half }
    })()`)
    expect((covered as { above: number }).above).toBeGreaterThanOrEqual(0)
    expect((covered as { below: number }).below).toBeGreaterThanOrEqual(0)
  }
})

test("the wallet is a panel at the page's end, covering only its last column", async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('deposit')
  await expect(sheet(page, 'Depósito')).toBeVisible()
  await settled(page) // it slides in from the side
  const { x, y, width, height } = await boxOf(sheet(page, 'Depósito'))
  expect([Math.round(x + width), Math.round(y), Math.round(height)]).toEqual([await pageWidth(page), 0, 900])
  expect(width).toBeLessThan(500)
})

test('a desktop dialog is closed by a cross, a phone sheet by a caret', async ({ walker }) => {
  const { page } = walker
  const shown = () =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: 'Fechar' })
      .locator('svg:visible use')
      .evaluateAll((uses) => uses.map((use) => use.getAttribute('href')?.split('#')[1]))
  await walker.openNamed('login')
  expect(await shown()).toEqual(['caret-down-bold'])
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await shown()).toEqual(['x-bold'])
})

test('a dialog is centred, no wider than a form', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('login')
  const { x, y, width, height } = await boxOf(page.getByRole('dialog'))
  expect(x + width / 2).toBeCloseTo((await pageWidth(page)) / 2, -1)
  expect(y + height / 2).toBeCloseTo(450, -1)
  expect(width).toBeLessThan(560)
})

test('a dialog is centred in the window, however far the page was scrolled', async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/home`)
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  await settled(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await settled(page) // visible content loads
  const scrolled = await page.evaluate('scrollY')
  expect(scrolled).toBeGreaterThan(200)
  // Dispatched on the page: a driver's click may scroll first.
  await page
    .getByRole('button', { name: 'Entrar', exact: true })
    .filter({ visible: true })
    .first()
    .dispatchEvent('click')
  await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeVisible()
  await expect
    .poll(async () => {
      const { y, height } = await boxOf(page.getByRole('dialog'))
      return Math.abs(y + height / 2 - 450)
    })
    .toBeLessThan(5)
  expect(await page.evaluate('scrollY')).toBe(scrolled)
})

test("the balance opens the wallet and the avatar the account, each as a panel at the page's end", async ({
  walker,
}) => {
  const { page } = walker
  await page.setViewportSize({ width: 1024, height: 768 })
  await walker.openNamed('dice')
  for (const [width, height] of desks.slice(0, 2)) {
    await page.setViewportSize({ width, height })
    await settled(page)
    for (const [button, panel] of [
      [/^Saldo/, 'Depósito'],
      [/^Minha conta/, 'Minha conta'],
    ] as const) {
      await page.getByRole('button', { name: button }).filter({ visible: true }).first().click()
      await expect(sheet(page, panel)).toBeVisible()
      await settled(page)
      const box = await boxOf(sheet(page, panel))
      expect([Math.round(box.x + box.width), Math.round(box.height)]).toEqual([await pageWidth(page), height])
      await page.keyboard.press('Escape')
      await expect(sheet(page, panel)).toBeHidden()
    }
  }
})

test('a dialog keeps its input when the window narrows, and when it is closed and reopened', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/ajuda`)
  const enter = page.getByRole('button', { name: 'Cadastrar' }).filter({ visible: true })
  await enter.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('ana@exemplo.com')
  await dialog.getByRole('textbox', { name: 'Telefone' }).fill('11987654321')
  const typed = async () => {
    await expect(dialog.getByLabel('E-mail')).toHaveValue('ana@exemplo.com')
    await expect(dialog.getByRole('textbox', { name: 'Telefone' })).toHaveValue(/98765/)
  }
  await page.setViewportSize({ width: 393, height: 852 })
  await typed()
  await page.setViewportSize({ width: 1024, height: 768 })
  await typed()
  // A press outside a dialog closes it.
  await page.mouse.click(20, 400)
  await expect(dialog).toBeHidden()
  await enter.click()
  await typed()
})

test('home is between the sports and the slip', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('home')
  const sports = await boxOf(page.getByRole('navigation', { name: 'Esportes' }).first())
  const slip = await boxOf(page.getByRole('region', { name: 'Cupom' }))
  expect(sports.x).toBeLessThan(100)
  expect(slip.x).toBeGreaterThan(1000)
  // Two live matches fit side by side.
  const live = page.getByRole('main').getByRole('article').filter({ hasText: 'Ao vivo' })
  await expect(live.nth(1)).toBeVisible()
  const second = await boxOf(live.nth(1))
  expect(second.x + second.width).toBeLessThanOrEqual(slip.x)
})

test('the theme can be changed in the footer of any desktop page', async ({ page, world }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/ajuda`)
  await page.getByRole('radiogroup', { name: 'Tema' }).getByRole('radio', { name: 'Claro' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a non-empty slip stays beside account, bets and help', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('sports-week')
  await page.getByRole('button', { name: /, odd/ }).first().click()
  await page.getByRole('link', { name: 'Ajuda', exact: true }).filter({ visible: true }).click()
  const slip = page.getByRole('region', { name: 'Cupom' })
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda' })).toBeVisible()
  await expect(slip.getByRole('heading', { level: 2 })).toHaveText('Cupom1')
  const stands = await boxOf(slip)
  const column = await boxOf(page.getByRole('main'))
  expect(stands.x).toBeGreaterThanOrEqual(column.x + column.width)
  const stake = slip.getByLabel('Valor da aposta')
  await expect(stake).toBeVisible()
  await page.getByRole('button', { name: 'Cupom', exact: true }).filter({ visible: true }).click()
  await expect(stake).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page of text or lists is a centred column, not stretched', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 2560, height: 1440 })
  for (const name of ['records-bets', 'account', 'vip', 'help', 'messages']) {
    await walker.openNamed(name)
    const { x, width } = await boxOf(page.getByRole('main'))
    expect([name, width]).toEqual([name, 936])
    expect(x + width / 2).toBeCloseTo((await pageWidth(page)) / 2, -1)
  }
})

test("a promotion's action stands in its column, beside the prizes", async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('activity')
  const main = page.getByRole('main')
  const action = await boxOf(main.getByRole('button', { name: 'Jogar' }))
  const prizes = await boxOf(main.getByRole('table'))
  expect(action.x + action.width).toBeLessThan(prizes.x)
  expect(action.y + action.height).toBeLessThan(900)
})

test('invitations and their earnings leave no column empty', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const [name, ...cards] of [
    ['agent', 'Como a comissão é calculada', 'Quem você convidou'],
    ['share', 'Últimos convidados', 'Como funciona'],
  ] as const) {
    await walker.openNamed(name)
    const [start, end] = await Promise.all(
      cards.map((card) => boxOf(page.getByRole('main').getByRole('region', { name: card }))),
    )
    expect(start?.x, name).toBeLessThan(end?.x ?? 0)
    expect(start?.y, name).toBeLessThan(900)
    expect(end?.y, name).toBeLessThan(900)
  }
})

test("a match's topics stand in two rows at most", async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('match-live')
  const topics = page.getByRole('group', { name: 'Mercados', exact: true }).getByRole('button')
  await expect(topics.nth(4)).toBeVisible()
  const boxes = await Promise.all((await topics.all()).map(boxOf))
  expect(new Set(boxes.map(({ y }) => y)).size).toBeLessThanOrEqual(2)
})

test('resizing the window keeps the page, the slip and the scroll position', async ({ walker }) => {
  const { page } = walker
  await page.setViewportSize({ width: 1440, height: 900 })
  await walker.openNamed('sports-week')
  await page.getByRole('button', { name: /, odd/ }).first().click()
  await page.setViewportSize({ width: 393, height: 852 })
  await expect(page.getByRole('button', { name: /Ver cupom/ })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('region', { name: 'Cupom' }).getByLabel('Valor da aposta')).toBeVisible()
})
