import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints, settled } from './accessible.ts'
import { cancelElsewhere, comeBack, type KnownPlayer, registered, withOrder } from './known-player.ts'
import { alerted, breakages, closeSheet, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const records = '/registros?tab=wallet'
let phone: Phone
let page: Page

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const look = 'theme=dark&text=100&motion=off&language=pt-BR'
  await page.context().addCookies([{ name: 'look', value: look, url: world.url }])
})

afterAll(async () => {
  await phone.picture('payment-last')
  await phone.close()
})

const payment = () => sheet(page, 'Pagamento')
const bank = () => page.frameLocator('iframe')
const payAtBank = () => bank().getByRole('button', { name: 'Pagar no banco de testes' })
const goOn = () => page.getByRole('button', { name: /^Pagar agora R\$\s100,00/ })
const row = (words: string) =>
  page.getByRole('listitem').filter({ hasText: 'Depósito' }).filter({ hasText: words })

/** Keeps a picture in the dark and in the light, the page in the frame as it was drawn. */
const pictures = async (name: string) => {
  for (const look of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${look}'`)
    await settled(page)
    await phone.picture(`${name}-${look}`)
  }
}

/** Somebody with an order of R$ 100 that waits for its payment, in their records. */
const waiting = async () => {
  const player = await registered(world)
  const order = await withOrder(world, player)
  await comeBack(page, world, player, records)
  return { player, order }
}

describe('a payment that was left', () => {
  test('is in the records at once, and opens there again, as often as it is left', async () => {
    const player: KnownPlayer = await registered(world)
    await withOrder(world, player).then((order) => cancelElsewhere(world, player, order))
    await comeBack(page, world, player, records)
    await row('Cancelado').waitFor()
    expect(await goOn().count()).toBe(0)
    await page.getByRole('banner').getByRole('button', { name: 'Depositar' }).click()
    await page.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    await page.getByRole('button', { name: 'Confirmar' }).click()
    const code = await bank().getByLabel('Código PIX copia e cola').inputValue()
    await closeSheet(page, 'Pagamento')
    await goOn().waitFor()
    await pictures('payment-record')
    expect(await complaints(page)).toEqual([])
    await page.getByRole('button', { name: 'Copiar número do pedido' }).first().click()
    expect(await isSeen(page.getByRole('button', { name: 'Copiado' }))).toBe(true)
    expect(await payment().count()).toBe(0)
    for (let times = 0; times < 2; times += 1) {
      await goOn().click()
      expect(await bank().getByLabel('Código PIX copia e cola').inputValue()).toBe(code)
      expect(await isSeen(payment().getByText('Pague em até 30 minutos.'))).toBe(true)
      expect(await isSeen(payment().getByRole('timer'))).toBe(true)
      await closeSheet(page, 'Pagamento')
    }
    expect(await page.getByRole('listitem').filter({ hasText: 'Depósito' }).count()).toBe(2)
  })

  test('is asked for once, however often the row is pressed', async () => {
    let asked = 0
    await page.route('**/getPayment/*', async (route) => {
      asked += 1
      await route.continue()
    })
    // Both in one task: no answer and no drawing comes between them.
    await goOn().evaluate((button: { click: () => void }) => {
      button.click()
      button.click()
    })
    await payAtBank().waitFor()
    expect(asked).toBe(1)
    await page.unroute('**/getPayment/*')
  })

  test('is paid there, and its record says so', async () => {
    await payAtBank().click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
    expect(await isSeen(row('Pago'))).toBe(true)
    expect((await payment().count()) + (await goOn().count())).toBe(0)
  })

  test('is given up there, and leads back to the records', async () => {
    await waiting()
    await goOn().click()
    await payment().getByRole('button', { name: 'Cancelar uma recarga' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar depósito' }).click()
    expect(await isSeen(row('Cancelado'))).toBe(true)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('that ended meanwhile is refused, and its record says so', async () => {
    const { player, order } = await waiting()
    await goOn().waitFor()
    await cancelElsewhere(world, player, order)
    await goOn().click()
    expect(await alerted(page)).toBe('Este depósito não está mais em aberto.')
    expect(await isSeen(row('Cancelado'))).toBe(true)
    expect((await payment().count()) + (await goOn().count())).toBe(0)
  })
})

describe('a payment page', () => {
  const failed = () => payment().getByText('A página de pagamento não abriu')
  const retry = () => payment().getByRole('button', { name: 'Tentar de novo' })
  const focused = () => page.evaluate('document.activeElement?.getAttribute("aria-label")')

  test.each([
    { how: 'that the line broke', answer: 'abort' },
    { how: 'that something else answers for', answer: 'gateway' },
  ] as const)('$how says so, offers the code, and loads when asked again', async ({ answer }) => {
    await waiting()
    let isCut = true
    await page.route('**/pay/*?lang=*', (route) => {
      if (!isCut) return route.continue()
      if (answer === 'abort') return route.abort()
      return route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    })
    await goOn().click()
    await failed().waitFor()
    await pictures(`payment-failed-${answer}`)
    expect(await complaints(page)).toEqual([])
    await payment().getByRole('button', { name: 'Copiar código PIX' }).click()
    await payment().getByRole('button', { name: 'Copiado' }).waitFor()
    const copied = await page.evaluate('navigator.clipboard.readText()')

    await retry().click()
    await failed().waitFor()
    isCut = false
    await retry().click()
    expect(await bank().getByLabel('Código PIX copia e cola').inputValue()).toBe(copied)
    await expect.poll(() => failed().count()).toBe(0)
    expect(await focused()).toBe('Página de pagamento')
    await page.unroute('**/pay/*?lang=*')
  })

  test('that was in sight and breaks where it leads to says so too, and keeps the focus in its place', async () => {
    await waiting()
    await goOn().click()
    await page.route('**/pay/*/sandbox*', (route) => route.abort())
    await payAtBank().click()
    await failed().waitFor()
    expect(await focused()).toBe('Página de pagamento')
    await page.unroute('**/pay/*/sandbox*')
    await retry().click()
    await payAtBank().click()
    expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
  })

  test('that does not come says so after a while, and is shown all the same once it comes', async () => {
    await waiting()
    await goOn().waitFor()
    await page.clock.install()
    let letThrough = () => {}
    const held = new Promise<void>((done) => {
      letThrough = done
    })
    await page.route('**/pay/*?lang=*', async (route) => {
      await held
      await route.continue()
    })
    await goOn().click()
    await payment().getByText('Carregando a página de pagamento').waitFor()
    await pictures('payment-loading')
    const place = payment().getByRole('group', { name: 'Página de pagamento' })
    const before = await place.boundingBox()
    const failsIn = async (time: string) => {
      await page.clock.fastForward(time)
      return failed().isVisible()
    }
    await expect.poll(() => failsIn('00:20'), { interval: 500 }).toBe(true)
    expect(await place.boundingBox()).toEqual(before)
    letThrough()
    await payAtBank().waitFor()
    await expect.poll(() => failed().count()).toBe(0)
    expect(await place.boundingBox()).toEqual(before)
    await pictures('payment-shown')
  })

  test('nothing but the cut line broke', () => {
    expect(breakages(phone.faults())).toEqual([])
  })
})
