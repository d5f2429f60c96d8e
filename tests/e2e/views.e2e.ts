import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
/** Without motion, so that a sheet is where it will stay at once. */
const stillLook = 'theme=dark&text=100&motion=off&language=pt-BR'

/** A screen, and what is pressed on it to bring up what lies over it. */
type View = { name: string; path: string; open?: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

const pressIn = (title: string, name: string) => async (page: Page) =>
  sheet(page, title).getByRole('button', { name, exact: true }).click()

const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const choose = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).click()

const openStill = async (): Promise<Phone> => {
  const phone = await openPhone()
  await phone.page.context().addCookies([{ name: 'look', value: stillLook, url: world.url }])
  return phone
}

const look = async (page: Page, { path, open }: View): Promise<string[]> => {
  await page.goto(world.url + path)
  await page.getByRole('main').first().waitFor()
  await open?.(page)
  if (open) await page.getByRole('dialog').first().waitFor()
  return complaints(page)
}

const match = (page: Page) => page.locator('a[href^="/footballPage/"]').first().click()
const firstPrice = press(/vence, odd/)

/** What `reach.e2e.ts` does not open: there every screen of a player and every sheet is looked at. */
const forVisitors: readonly View[] = [
  { name: 'home', path: '/home' },
  { name: 'an empty slip', path: '/home', open: press(/^Cupom/) },
  { name: 'live sports', path: '/footballPage?when=live' },
  { name: 'sports of the week', path: '/footballPage?when=week' },
  { name: 'a payment nobody made', path: '/paySuccess' },
  { name: 'the error page', path: '/error?code=1403' },
]

const forPlayers: readonly View[] = [
  { name: 'the withdrawal', path: '/home', open: inTurn(press(/^Minha conta/), press('Retirar')) },
  { name: 'rounds in the records', path: '/registros?tab=games' },
  { name: 'money in the records', path: '/registros?tab=wallet' },
  {
    name: 'the chat about a payment',
    path: '/registros?tab=wallet',
    open: press(/^Pedir ajuda com o pagamento/),
  },
  { name: 'the account, withdrawing', path: '/conta?tab=withdraw' },
  {
    name: 'a slip that can be placed',
    path: '/footballPage?when=week',
    open: inTurn(firstPrice, press(/Ver cupom/), pressIn('Cupom', '5')),
  },
  { name: 'the verifier', path: '/dice', open: inTurn(press(/ver semente/), choose('Verificar')) },
  { name: 'how fairness works', path: '/dice', open: inTurn(press(/ver semente/), choose('Como funciona')) },
]

describe('for a visitor', () => {
  let phone: Phone
  beforeAll(async () => {
    phone = await openStill()
  })
  afterAll(() => phone.close())

  test.each(forVisitors)('axe finds nothing wrong with $name, dark or light', async (view) => {
    expect(await look(phone.page, view)).toEqual([])
  })

  test('axe finds nothing wrong with a match, dark or light', async () => {
    await phone.page.goto(`${world.url}/footballPage?when=week`)
    await match(phone.page)
    await phone.page.waitForURL(/footballPage\/\d+/)
    expect(await complaints(phone.page)).toEqual([])
  })

  test('nothing broke on the way', () => {
    expect(phone.faults()).toEqual([])
  })
})

describe('for a player', () => {
  let phone: Phone
  beforeAll(async () => {
    const player = await toppedUp(world, await registered(world))
    await rollElsewhere(world, player, { stakeCents: 100, targetHundredths: 50_00 })
    phone = await openStill()
    await comeBack(phone.page, world, player)
  })
  afterAll(() => phone.close())

  test.each(forPlayers)('axe finds nothing wrong with $name, dark or light', async (view) => {
    expect(await look(phone.page, view)).toEqual([])
  })

  test('nothing broke on the way', () => {
    expect(phone.faults()).toEqual([])
  })
})
