import { textLanguages } from '@palpite/contract/languages'
import type { Page } from '@playwright/test'
import { unreadable } from '../../tools/pictures/measure.ts'
import { expect, test } from './test.ts'
import type { Phone } from './phone.ts'
import { complaints, settled } from './accessible.ts'
import { cancelElsewhere, comeBack, type KnownPlayer, withOrder } from './known-player.ts'
import type { World } from './player.ts'
import { alerted, closeSheet, sheet, toasted } from './sheets.ts'
import { standStill } from './still.ts'

test.beforeEach(async ({ page, world }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await standStill(page, world)
})

const records = '/registros?tab=wallet'
const payment = (page: Page) => sheet(page, 'Pagamento')
const bank = (page: Page) => page.frameLocator('iframe')
const code = (page: Page) => bank(page).getByLabel('Código PIX copia e cola')
const payAtBank = (page: Page) => bank(page).getByRole('button', { name: 'Pagar no banco de testes' })
const goOn = (page: Page) => page.getByRole('button', { name: /^Pagar agora R\$\s100,00/ })
const row = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ hasText: 'Depósito' }).filter({ hasText: words })

/** Screenshots in dark and light, the framed page as it was rendered. */
const pictures = async ({ page, picture }: Phone, name: string) => {
  for (const look of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${look}'`)
    await settled(page)
    await picture(`${name}-${look}`)
  }
}

/** Gives the player an unpaid order of R$ 100, and opens their records. */
const waiting = async (page: Page, world: World, player: KnownPlayer) => {
  const order = await withOrder(world, player)
  await comeBack(page, world, player, records)
  await expect(goOn(page)).toBeVisible()
  return order
}

test.describe('an abandoned payment', () => {
  test('is in the records at once, and reopens there as often as it is left', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await cancelElsewhere(world, player, await withOrder(world, player))
    await comeBack(page, world, player, records)
    await expect(row(page, 'Cancelado')).toBeVisible()
    await expect(goOn(page)).toHaveCount(0)
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    const ordered = await code(page).inputValue()
    await closeSheet(page, 'Pagamento')
    await expect(goOn(page)).toBeVisible()
    await pictures(phone, 'payment-record')
    expect(await complaints(page)).toEqual([])
    // A toast confirms, and the icon is a tick for a moment.
    const reported = toasted(page, 'Copiado')
    const ticked = page.getByRole('button', { name: 'Copiado' }).waitFor()
    await page.getByRole('button', { name: 'Copiar número do pedido' }).first().click()
    await reported
    await ticked
    await expect(payment(page)).toHaveCount(0)
    for (let times = 0; times < 2; times += 1) {
      await goOn(page).click()
      await expect(code(page)).toHaveValue(ordered)
      await expect(payment(page).getByText('Pague em até 30 minutos.')).toBeVisible()
      await expect(payment(page).getByRole('timer')).toBeVisible()
      await closeSheet(page, 'Pagamento')
    }
    await expect(page.getByRole('listitem').filter({ hasText: 'Depósito' })).toHaveCount(2)
  })

  test('is requested once, however often the row is pressed', async ({ page, world, player }) => {
    await waiting(page, world, player)
    let asked = 0
    await page.route('**/getPayment/*', async (route) => {
      asked += 1
      await route.continue()
    })
    // Both in one task, without a render in between.
    await goOn(page).evaluate((button: { click: () => void }) => {
      button.click()
      button.click()
    })
    await expect(payAtBank(page)).toBeVisible()
    expect(asked).toBe(1)
  })

  test('is paid there, and its record says so', async ({ page, world, player }) => {
    await waiting(page, world, player)
    await goOn(page).click()
    await payAtBank(page).click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
    await expect(row(page, 'Pago')).toBeVisible()
    await expect(payment(page)).toHaveCount(0)
    await expect(goOn(page)).toHaveCount(0)
  })

  test('is cancelled there, and leads back to the records', async ({ page, world, player }) => {
    await waiting(page, world, player)
    await goOn(page).click()
    await payment(page).getByRole('button', { name: 'Cancelar uma recarga' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar depósito' }).click()
    await expect(row(page, 'Cancelado')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('that ended meanwhile is refused, and its record says so', async ({ page, world, player }) => {
    const order = await waiting(page, world, player)
    await cancelElsewhere(world, player, order)
    await goOn(page).click()
    expect(await alerted(page)).toBe('Este depósito não está mais em aberto.')
    await expect(row(page, 'Cancelado')).toBeVisible()
    await expect(payment(page)).toHaveCount(0)
    await expect(goOn(page)).toHaveCount(0)
  })
})

test.describe('a payment page', () => {
  const failed = (page: Page) => payment(page).getByText('A página de pagamento não abriu')
  const retry = (page: Page) => payment(page).getByRole('button', { name: 'Tentar de novo' })
  /** Its place has the focus: the frame, or its placeholder. */
  const hasFocus = (page: Page) =>
    expect(page.locator(':focus')).toHaveAttribute('aria-label', 'Página de pagamento')

  for (const { how, answer } of [
    { how: 'that the line broke', answer: 'abort' },
    { how: 'that something else answers for', answer: 'gateway' },
  ] as const) {
    test(`${how} says so, offers the code, and loads on retry`, async ({ page, phone, world, player }) => {
      await waiting(page, world, player)
      let isCut = true
      await page.route('**/pay/*?lang=*', (route) => {
        if (!isCut) return route.continue()
        if (answer === 'abort') return route.abort()
        return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      })
      await goOn(page).click()
      await expect(failed(page)).toBeVisible()
      await pictures(phone, `payment-failed-${answer}`)
      expect(await complaints(page)).toEqual([])
      await payment(page).getByRole('button', { name: 'Copiar código PIX' }).click()
      await expect(payment(page).getByRole('button', { name: 'Copiado' })).toBeVisible()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')

      // It disappears while retried, and returns.
      const cutAgain = page.waitForRequest('**/pay/*?lang=*')
      await retry(page).click()
      await cutAgain
      await expect(failed(page)).toBeVisible()
      isCut = false
      await retry(page).click()
      await expect(code(page)).toHaveValue(copied)
      await expect(failed(page)).toHaveCount(0)
      await hasFocus(page)
    })
  }

  test('that was visible and breaks at its link says so too, and keeps the focus in its place', async ({
    page,
    world,
    player,
  }) => {
    await waiting(page, world, player)
    await goOn(page).click()
    await page.route('**/pay/*/sandbox*', (route) => route.abort())
    await payAtBank(page).click()
    await expect(failed(page)).toBeVisible()
    await hasFocus(page)
    await page.unroute('**/pay/*/sandbox*')
    await retry(page).click()
    await payAtBank(page).click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
  })

  test('that does not load says so after a while, and is still shown once it loads', async ({
    page,
    phone,
    world,
    player,
  }) => {
    await waiting(page, world, player)
    await page.clock.install()
    let letThrough = () => {}
    const held = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/pay/*?lang=*', async (route) => {
      await held
      await route.continue()
    })
    await goOn(page).click()
    await expect(payment(page).getByText('Carregando a página de pagamento')).toBeVisible()
    await pictures(phone, 'payment-loading')
    const place = payment(page).getByRole('group', { name: 'Página de pagamento' })
    const before = await place.boundingBox()
    const failsAfter = async (time: string) => {
      await page.clock.fastForward(time)
      return failed(page).isVisible()
    }
    await expect.poll(() => failsAfter('00:20'), { intervals: [500] }).toBe(true)
    await expect.poll(() => place.boundingBox()).toEqual(before)
    letThrough()
    await expect(payAtBank(page)).toBeVisible()
    await expect(failed(page)).toHaveCount(0)
    await expect.poll(() => place.boundingBox()).toEqual(before)
    await pictures(phone, 'payment-shown')
  })
})

/** The page's content: the code, and its possible states without a reload. */
const states = ['open', 'preparing', 'paid', 'expired', 'cancelled', 'returned', 'failed', 'unknown']

/** The widths of small and of most phones, the narrowest with text of twice the size too. */
const looks = [
  { width: 393, text: 100 },
  { width: 320, text: 100 },
  { width: 320, text: 200 },
]

/** The page's unreadable parts in each state. */
async function unreadableStates(page: Page): Promise<string[]> {
  const wrong: string[] = []
  for (const state of states) {
    await page.evaluate(`document.querySelector('main').dataset.state = '${state}'`)
    wrong.push(...(await unreadable(page)).map((what) => `${state}: ${what}`))
  }
  return wrong
}

test('the payment page is readable in every language and state, in text of twice the size too', async ({
  page,
  phone,
  player,
  world,
}) => {
  const { url } = await withOrder(world, player)
  // The states below are the test's: the page asks how the payment stands, and would show that or load anew.
  await page.route('**/pay/*/status', (route) => route.fulfill({ status: 503 }))
  const wrong: string[] = []
  for (const language of textLanguages) {
    await page.goto(`${world.url}${url}?lang=${language}&failed=1`)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    for (const { width, text } of looks) {
      await page.setViewportSize({ width, height: 852 })
      await page.evaluate(`document.documentElement.dataset.text = '${text}'`)
      const found = await unreadableStates(page)
      wrong.push(...found.map((what) => `${language} at ${width}, ${text} %, ${what}`))
      await page.evaluate(`document.querySelector('main').dataset.state = 'open'`)
      await phone.picture(`pay-page-${language}-${width}-${text}`)
    }
  }
  expect(wrong).toEqual([])
})
