import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, registered } from './known-player.ts'
import { breakages, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page

beforeAll(async () => {
  const player = await registered(world)
  phone = await openPhone()
  page = phone.page
  await comeBack(page, world, player)
})

afterAll(async () => {
  await phone.picture('failures-last')
  await phone.close()
})

const failed = () => page.getByText('Não carregou', { exact: true }).filter({ visible: true })
const understand = () => page.getByRole('alertdialog').getByRole('button', { name: 'Eu entendi' })
const retry = () => page.getByRole('button', { name: 'Tentar de novo' }).filter({ visible: true })

/**
 * Lets no such call through until the line is mended. The handler stays until it is forgotten: a call that is under
 * way while its handler goes would never be answered.
 */
const cutLine = async (calls: string) => {
  let isCut = true
  await page.route(calls, (route) => (isCut ? route.abort() : route.continue()))
  return {
    mend: () => {
      isCut = false
    },
    forget: () => page.unroute(calls),
  }
}

/** Puts away what an alert says of the connection, and asks again, until this comes. */
const requestAgainUntil = async (what: Locator): Promise<void> => {
  const asked = async () => {
    for (const button of [understand(), retry().first()])
      if (await button.isVisible()) await button.click({ timeout: 500 }).catch(() => {})
    return what.isVisible()
  }
  await expect.poll(asked, { timeout: 30_000, interval: 200 }).toBe(true)
}

describe('with the line cut', () => {
  test.each([
    { missing: 'its script', files: '**/assets/index-*.js' },
    { missing: 'its texts', files: '**/assets/texts-*-first-*.js' },
  ])('the app without $missing says that it did not load, and comes when asked again', async ({ files }) => {
    const visitor = await openPhone()
    try {
      await visitor.page.route(files, (route) => route.abort(), { times: 1 })
      await visitor.page.goto(`${world.url}/home`)
      await visitor.page.getByRole('alert').getByText('O Palpite não carregou').waitFor()
      await visitor.page.getByRole('link', { name: 'Carregar de novo' }).click()
      await visitor.page.locator('[data-drawn]').waitFor({ state: 'detached' })
      expect(await visitor.page.getByText('O Palpite não carregou').isVisible()).toBe(false)
    } finally {
      await visitor.close()
    }
  })

  test.each([
    { screen: 'home', path: '/home', comes: /× |vence, odd/ },
    { screen: 'sports', path: '/footballPage?when=week', comes: /vence, odd/ },
  ])('$screen says what did not load, and loads it when asked again', async ({ path, comes }) => {
    const line = await cutLine('**/api/**')
    await page.goto(world.url + path)
    await failed().first().waitFor()
    line.mend()
    await requestAgainUntil(page.getByRole('button', { name: comes }).filter({ visible: true }).first())
    await expect.poll(() => failed().count()).toBe(0)
    await line.forget()
  })

  test.each([
    { tab: 'sports', comes: 'Você ainda não apostou' },
    { tab: 'games', comes: 'Nenhuma rodada ainda' },
    { tab: 'wallet', comes: 'Nenhuma movimentação ainda' },
  ])('the records of $tab say that they did not load, and load when asked again', async ({ tab, comes }) => {
    const line = await cutLine('**/api/**')
    await page.goto(`${world.url}/registros?tab=${tab}`)
    await failed().first().waitFor()
    line.mend()
    await requestAgainUntil(page.getByText(comes))
    expect(await failed().count()).toBe(0)
    await line.forget()
  })

  test('the account says that the player did not load, and loads both when asked again', async () => {
    const line = await cutLine('**/api/app/user/userInfo')
    await page.goto(`${world.url}/conta`)
    await failed().first().waitFor()
    line.mend()
    await requestAgainUntil(page.getByRole('button', { name: /^Depositar R\$/ }))
    expect(await failed().count()).toBe(0)
    await line.forget()
  })

  test('a further page of the records that did not come says so where it was asked for', async () => {
    const record = {
      orderId: 'first',
      type: '10',
      status: '10',
      reason: null,
      amountCents: 5000,
      feeCents: 0,
      method: 'PIX',
      payTo: null,
      usdt: null,
      promisedAt: null,
      isLate: false,
    }
    const data = { records: [{ ...record, at: new Date().toISOString() }], next: 'more' }
    await page.route('**/api/app/order/records*', (route) =>
      route.request().url().includes('cursor')
        ? route.abort()
        : route.fulfill({ json: { status: 200, message: '', data } }),
    )
    await page.goto(`${world.url}/registros?tab=wallet`)
    await page.getByRole('button', { name: 'Carregar mais' }).click()
    expect(await isSeen(failed())).toBe(true)
    await page.unroute('**/api/app/order/records*')
  })

  test('nothing but the cut line broke', () => {
    expect(breakages(phone.faults())).toEqual([])
  })
})

describe('in English', () => {
  /** A key of ours that no text was found for, such as `app.menu.open`, or a gap that was not filled. */
  const untranslated = /\b[a-z]+(?:\.[a-zA-Z]+){2,}\b|\{\w+[,}]/
  const portuguese = /\b(?:Entrar|Sair|Apostas|Esportes|Depósito|Jogos|Saldo|Cupom|não|você)\b/

  /** All words on the page, those in names and hints too. Mail addresses and names of leagues are nobody's texts. */
  const words = async () =>
    (await page.evaluate(`[
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')]
        .filter((each) => each.checkVisibility())
        .flatMap((each) => ['aria-label', 'placeholder', 'alt', 'title'].map((name) => each.getAttribute(name))),
    ].filter(Boolean).join('\\n').replace(/\\S+@\\S+/g, '')`)) as string

  test('the menu changes the language, at once and for the next visit', async () => {
    await page.goto(`${world.url}/home`)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(portuguese.test(await words())).toBe(true)
    await sheet(page, 'Menu')
      .getByRole('button', { name: /^Idioma/ })
      .click()
    await sheet(page, 'Idioma').getByText('English', { exact: true }).click()
    expect(await isSeen(sheet(page, 'Language'))).toBe(true)
    await page.reload()
    expect(await isSeen(page.getByRole('link', { name: 'Bets' }))).toBe(true)
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
  })

  test.each([
    '/home',
    '/footballPage?when=week',
    '/registros',
    '/registros?tab=games',
    '/conta',
    '/dice',
    '/paySuccess',
    '/error?code=1403',
  ])('no text is missing at %s', async (path) => {
    await page.goto(world.url + path)
    await page.getByRole('main').first().waitFor()
    await expect.poll(async () => page.locator('[aria-busy=true]').filter({ visible: true }).count()).toBe(0)
    const shown = await words()
    expect(untranslated.exec(shown)?.[0]).toBeUndefined()
    expect(portuguese.exec(shown)?.[0]).toBeUndefined()
  })
})

test('logging out, pressed twice, is asked for once', async () => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: /^My account/ }).click()
  let asked = 0
  await page.route('**/restLogout', async (route) => {
    asked += 1
    await page.waitForTimeout(500)
    await route.continue()
  })
  const logOut = sheet(page, 'My account').getByRole('button', { name: 'Log out' })
  await logOut.click()
  await logOut.click()
  expect(await isSeen(sheet(page, 'Log in'))).toBe(true)
  await page.waitForTimeout(700)
  expect(asked).toBe(1)
})
