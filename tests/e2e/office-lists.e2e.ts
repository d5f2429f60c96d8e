import { permissions } from '@palpite/contract/backoffice'
import type { Locator, Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { expect, test } from './test.ts'

/**
 * Screens without a list. A list of players appears after a search; texts come with the screen, so they neither wait
 * nor fail.
 */
const withoutLists = [
  '/',
  '/atendimento',
  '/depositos/pedido',
  '/enderecos-bloqueados',
  '/jogadores',
  '/minha-conta',
  '/textos',
]

const main = (page: Page) => page.getByRole('main')
const lists = (page: Page) => main(page).locator('section[aria-label]:has([data-list])')

const hasFocus = (one: Locator): Promise<boolean> => one.evaluate((element) => element.matches(':focus'))

/** A list screen's calls, without the session and saved filters. */
const isOfScreens = (url: URL): boolean =>
  /^\/api\/backoffice\/(?!session\/|filters)/.test(url.pathname) && url.port !== ''

/** Opens the back office with this token. */
async function openAs(page: Page, url: string, token: string): Promise<void> {
  await page.goto(url)
  await page.evaluate((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.reload()
}

/** All screens' addresses, from the menu and tabs. */
async function placesOf(page: Page): Promise<string[]> {
  const hrefs = async (links: Locator): Promise<string[]> =>
    Promise.all((await links.all()).map(async (link) => (await link.getAttribute('href')) ?? ''))
  const places = await hrefs(page.getByRole('navigation', { name: 'Menu' }).getByRole('link'))
  const found = new Set<string>()
  for (const place of places) {
    await page.locator(`nav a[href="${place}"]`).first().click()
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    found.add(place)
    for (const tab of await hrefs(main(page).getByRole('navigation').getByRole('link'))) found.add(tab)
  }
  return [...found].filter((place) => !place.includes('?'))
}

/** What this screen's lists lack of the standard features. */
async function lackedBy(page: Page, place: string): Promise<string[]> {
  const lacks: string[] = []
  const count = await lists(page).count()
  for (let at = 0; at < count; at += 1) {
    const list = lists(page).nth(at)
    const name = `${place} ${await list.getAttribute('aria-label')}`
    for (const button of ['Colunas', 'Filtros salvos', 'CSV', 'Atualizar'])
      if ((await list.getByRole('button', { name: button }).count()) !== 1) lacks.push(`${name}: ${button}`)
    if ((await list.getByText(/ · de \d/).count()) !== 1) lacks.push(`${name}: of when it is`)
  }
  const rows = main(page).locator('[data-list] [data-row]')
  if ((await rows.count()) > 0) {
    await page.keyboard.press('j')
    if (!(await hasFocus(rows.first()))) lacks.push(`${place}: j`)
    await page.keyboard.press('k')
  }
  await page.keyboard.press('/')
  if (!(await hasFocus(page.getByRole('searchbox')))) lacks.push(`${place}: /`)
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').blur()
  return lacks
}

/** All screens in one test take longer than a test may on a slow machine. */
const THIRDS = ['first', 'second', 'last']

for (const [third, name] of THIRDS.entries())
  test(`every list of the ${name} third shows loading, failure and age, is navigated by keys, exported, and saved under a name`, async ({
    openPhone,
    world,
  }) => {
    const [token = ''] = await operatorsWith(world, permissions, [`tudo-${third}@casa.example`])
    const { page } = await openPhone({ isDesk: true, look: 'light' })
    await openAs(page, world.backofficeUrl, token)
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    const all = await placesOf(page)
    expect(all.length).toBeGreaterThan(20)
    const places = all.filter((_, at) => at % THIRDS.length === third)

    const lacks: string[] = []
    const none: string[] = []
    for (const place of places) {
      const { promise: failure, resolve: fail } = Promise.withResolvers<void>()
      await page.route(isOfScreens, async (route) => {
        await failure
        await route.abort()
      })
      await page.goto(`${world.backofficeUrl}${place}`)
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
      if (!withoutLists.includes(place))
        await expect(lists(page).locator('[aria-busy=true]').first(), `${place} waits`).toBeVisible()
      fail()
      if (!withoutLists.includes(place))
        await expect(
          main(page).getByRole('button', { name: 'Tentar de novo' }).first(),
          `${place} fails`,
        ).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await page.goto(`${world.backofficeUrl}${place}`)
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
      if (withoutLists.includes(place)) {
        none.push(place)
        continue
      }
      await expect(lists(page).locator('[aria-busy=false]').first(), `${place} is there`).toBeVisible()
      await expect(lists(page).locator('[aria-busy=true]')).toHaveCount(0)
      lacks.push(...(await lackedBy(page, place)))
    }
    expect(lacks).toEqual([])
    expect(all).toEqual(expect.arrayContaining(withoutLists))
    expect(none).toEqual(places.filter((place) => withoutLists.includes(place)))
  })

test('on a phone the menu opens on demand, no screen overflows, and details cover the list until closed', async ({
  openPhone,
  world,
}) => {
  const [token = ''] = await operatorsWith(world, permissions, ['na-rua@casa.example'])
  const { page, picture } = await openPhone({ look: 'dark' })
  await openAs(page, world.backofficeUrl, token)
  const openMenu = async () => {
    await page.getByRole('button', { name: 'Abrir o menu' }).click()
    return page.getByRole('dialog', { name: 'Menu' })
  }
  const menu = await openMenu()
  const names = await menu.getByRole('link').allTextContents()
  expect(names.length).toBeGreaterThan(20)
  await picture('backoffice-phone-menu')
  expect(await complaints(page)).toEqual([])
  await menu.getByRole('button', { name: 'Fechar o menu' }).click()
  const widerThan: string[] = []
  for (const name of names) {
    await (await openMenu()).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await expect(main(page).getByRole('heading', { name, level: 1 })).toBeVisible()
    const width = await page.evaluate<number>(
      "Math.max(document.documentElement.scrollWidth, document.querySelector('main').scrollWidth)",
    )
    if (width > 393) widerThan.push(`${name}: ${width}`)
  }
  expect(widerThan).toEqual([])

  await page.goto(`${world.backofficeUrl}/jogos`)
  await main(page).getByRole('button', { name: 'Limbo' }).click()
  const drawer = page.getByRole('complementary', { name: 'Limbo' })
  expect((await drawer.boundingBox())?.width).toBe(393)
  await expect(drawer.getByRole('group')).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Fechar', exact: true }).click()
  await expect(main(page).getByRole('button', { name: 'Limbo' })).toBeFocused()
})

test('every job, reader and outside system has words', async ({ openPhone, world }) => {
  const [token = ''] = await operatorsWith(world, permissions, ['maquina@casa.example'])
  const system = (await call(world, token, '/api/backoffice/system')) as {
    servers: { jobs: { name: string }[]; ports: { name: string }[] }[]
    readers: { name: string }[]
  }
  const reported = [...system.servers.flatMap(({ jobs, ports }) => [...jobs, ...ports]), ...system.readers]
  const { page } = await openPhone({ isDesk: true, look: 'light' })
  await openAs(page, `${world.backofficeUrl}/sistema`, token)
  await expect(main(page).getByText('Liquidar apostas')).toBeVisible()
  const shown = await main(page).locator('[data-row]').allTextContents()
  expect(shown.length).toBeGreaterThan(60)
  expect(reported.map(({ name }) => name).filter((name) => shown.includes(name))).toEqual([])
})
