import type { Locator, Page } from '@playwright/test'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { pressNow, sheet } from './sheets.ts'
import { expect, test } from './test.ts'
import { standStill } from './still.ts'

const failed = (page: Page) => page.getByText('Não carregou', { exact: true }).filter({ visible: true })

/** Blocks such calls until the returned function restores the connection. */
const cutLine = async (page: Page, calls: string): Promise<() => void> => {
  let isCut = true
  await page.route(calls, (route) => (isCut ? route.abort() : route.continue()))
  return () => {
    isCut = false
  }
}

/** Dismisses connection alerts and retries, until this appears without failure messages. */
const requestAgainUntil = async (page: Page, what: Locator): Promise<void> => {
  const understand = page.getByRole('alertdialog').getByRole('button', { name: 'Eu entendi' })
  const retry = page.getByRole('button', { name: 'Tentar de novo' }).filter({ visible: true })
  const asked = async () => {
    for (const button of [understand, retry]) await pressNow(button)
    return what.isVisible()
  }
  await expect.poll(asked).toBe(true)
  await expect(failed(page)).toHaveCount(0)
}

test.describe('with a broken connection', () => {
  test.describe('at the start', () => {
    // The page reports the browser's error for a missing module.
    test.use({ allowedFaults: /^Failed to (load resource|fetch dynamically imported module)/ })

    for (const { missing, files } of [
      { missing: 'its script', files: '**/assets/index-*.js' },
      { missing: 'its texts', files: '**/assets/texts-*-first-*.js' },
    ]) {
      test(`the app without ${missing} says that it did not load, and loads on retry`, async ({
        page,
        world,
      }) => {
        await page.route(files, (route) => route.abort(), { times: 1 })
        await page.goto(`${world.url}/home`)
        await expect(page.getByRole('alert').getByText('O Palpite não carregou')).toBeVisible()
        await page.getByRole('link', { name: 'Carregar de novo' }).click()
        await expect(page.locator('[data-drawn]')).toHaveCount(0)
        await expect(page.getByRole('main').first()).toBeVisible()
        await expect(page.getByText('O Palpite não carregou')).toBeHidden()
      })
    }
  })

  test.describe('for the code of a page', () => {
    test.use({ allowedFaults: /^Failed to (load resource|fetch dynamically imported module)/ })
    const code = '**/assets/GameBonusPage-*.js'

    test('a page whose code was lost says so, and its button loads that page, not the one before', async ({
      page,
      player,
      world,
    }) => {
      const mend = await cutLine(page, code)
      await comeBack(page, world, player, '/gamebouns')
      await expect(page.getByText('Algo deu errado')).toBeVisible()
      mend()
      await page.getByRole('button', { name: 'Tentar de novo' }).click()
      await expect(page).toHaveURL(`${world.url}/gamebouns`)
      await expect(page.getByRole('region', { name: 'Saldo' }).first()).toBeVisible()
    })

    test('a page whose code hangs can be reloaded by a button', async ({ page, player, world }) => {
      await page.clock.install()
      await page.route(code, () => {}, { times: 1 }) // never answered
      await comeBack(page, world, player, '/gamebouns')
      const retry = page.getByRole('button', { name: 'Tentar de novo' })
      await expect(page.locator('#main [aria-busy=true]').first()).toBeVisible()
      await expect(retry).toBeHidden()
      await page.clock.fastForward(10_000)
      await retry.click()
      await expect(page.getByRole('region', { name: 'Saldo' }).first()).toBeVisible()
    })
  })

  for (const { screen, path, comes } of [
    { screen: 'home', path: '/home', comes: /× |vence, odd/ },
    { screen: 'sports', path: '/footballPage?when=week&day=1', comes: /vence, odd/ },
  ]) {
    test(`${screen} says what did not load, and loads it on retry`, async ({ page, player, world }) => {
      const mend = await cutLine(page, '**/api/**')
      await comeBack(page, world, player, path)
      await expect(failed(page).first()).toBeVisible()
      mend()
      const offered = page.getByRole('button', { name: comes }).filter({ visible: true })
      await requestAgainUntil(page, offered.first())
    })
  }

  for (const { tab, comes } of [
    { tab: 'sports', comes: 'Você ainda não apostou' },
    { tab: 'games', comes: 'Nenhuma rodada ainda' },
    { tab: 'wallet', comes: 'Nenhuma movimentação ainda' },
  ]) {
    test(`the records of ${tab} say that they did not load, and load on retry`, async ({
      page,
      player,
      world,
    }) => {
      const mend = await cutLine(page, '**/api/**')
      await comeBack(page, world, player, `/registros?tab=${tab}`)
      await expect(failed(page).first()).toBeVisible()
      mend()
      await requestAgainUntil(page, page.getByText(comes))
    })
  }

  test('the account says that the player did not load, and loads both on retry', async ({
    page,
    player,
    world,
  }) => {
    const mend = await cutLine(page, '**/api/app/user/userInfo')
    await comeBack(page, world, player, '/conta')
    await expect(failed(page).first()).toBeVisible()
    mend()
    await requestAgainUntil(page, page.getByRole('button', { name: /^Depositar R\$/ }))
  })

  test('messages that did not load cannot be marked as read, and can once loaded', async ({
    page,
    player,
    world,
  }) => {
    const mend = await cutLine(page, '**/api/app/messages/list*')
    await comeBack(page, world, player, '/gameMess')
    await expect(failed(page).first()).toBeVisible()
    const all = page.getByRole('button', { name: /^Todas\s*Não lidas/ })
    await expect(all).toBeVisible()
    const markRead = page.getByRole('button', { name: 'Marcar como lidas' })
    await expect(markRead).toBeHidden()
    mend()
    await requestAgainUntil(page, markRead)
  })

  test('a further page of records that did not load says so below the list', async ({
    page,
    player,
    world,
  }) => {
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
    await comeBack(page, world, player, '/registros?tab=wallet')
    await page.getByRole('button', { name: 'Carregar mais' }).click()
    await expect(failed(page)).toBeVisible()
  })
})

test.describe('in English', () => {
  /** An untranslated key such as `app.menu.open`, or an unfilled placeholder. */
  const untranslated = /\b[a-z]+(?:\.[a-zA-Z]+){2,}\b|\{\w+[,}]/
  const portuguese = /\b(?:Entrar|Sair|Apostas|Esportes|Depósito|Jogos|Saldo|Cupom|não|você)\b/

  /** All words on the page, including names and hints. Mail addresses and league names are no texts. */
  const words = (page: Page) =>
    page.evaluate<string>(`[
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')]
        .filter((each) => each.checkVisibility())
        .flatMap((each) => ['aria-label', 'placeholder', 'alt', 'title'].map((name) => each.getAttribute(name))),
    ].filter(Boolean).join('\\n').replace(/\\S+@\\S+/g, '')`)

  test('the menu changes the language, at once and for the next visit', async ({ page, player, world }) => {
    await comeBack(page, world, player)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(() => words(page)).toMatch(portuguese)
    await sheet(page, 'Menu')
      .getByRole('button', { name: /^Idioma/ })
      .click()
    await sheet(page, 'Idioma').getByText('English', { exact: true }).click()
    await expect(sheet(page, 'Language')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Bets' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  for (const path of [
    '/home',
    '/footballPage?when=week&day=1',
    '/registros',
    '/registros?tab=games',
    '/conta',
    '/dice',
    '/paySuccess',
    '/error?code=1403',
  ]) {
    test(`no text is missing at ${path}`, async ({ page, player, world }) => {
      await standStill(page, world, { language: 'en' })
      await comeBack(page, world, player, path)
      await expect(page.getByRole('main').first()).toBeVisible()
      await settled(page)
      const shown = await words(page)
      expect(untranslated.exec(shown)?.[0]).toBeUndefined()
      expect(portuguese.exec(shown)?.[0]).toBeUndefined()
    })
  }
})

test('logging out, pressed twice, is sent once', async ({ page, player, world }) => {
  let asked = 0
  let pressedTwice = () => {}
  const secondPress = new Promise<void>((done) => (pressedTwice = done))
  // Held until both presses happened.
  await page.route('**/restLogout', async (route) => {
    asked += 1
    await secondPress
    await route.continue()
  })
  await comeBack(page, world, player)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  const logOut = sheet(page, 'Minha conta').getByRole('button', { name: 'Sair', exact: true })
  await logOut.click()
  await logOut.click()
  pressedTwice()
  // Shown after the answer: a second call would have been sent by then.
  await expect(sheet(page, 'Entrar')).toBeVisible()
  expect(asked).toBe(1)
})
