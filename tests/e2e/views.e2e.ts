import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { sheet } from './sheets.ts'
import { expect, test } from './test.ts'

/** A screen, and the actions that open its overlay. */
type View = { name: string; path: string; open?: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** Types a stake, which opens the keypad. */
const stake = (reais: string) => async (page: Page) => {
  const field = sheet(page, 'Cupom').getByLabel('Valor da aposta', { exact: true })
  await field.click()
  await field.fill(reais)
}

const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }

const choose = (name: string) => (page: Page) => page.getByRole('radio', { name, exact: true }).click()

/** Views that neither `screens.e2e.ts` nor `reach.e2e.ts` opens. */
const forVisitors: readonly View[] = [{ name: 'a payment nobody made', path: '/paySuccess' }]

const forPlayers: readonly View[] = [
  { name: 'the withdrawal', path: '/home', open: inTurn(press(/^Minha conta/), press('Retirar')) },
  {
    name: 'the chat about a payment',
    path: '/registros?tab=wallet',
    open: press(/^Pedir ajuda com o pagamento/),
  },
  {
    name: 'a slip that can be placed',
    path: '/footballPage?when=week&day=1',
    open: inTurn(press(/vence, odd/), press(/Ver cupom/), stake('5')),
  },
  { name: 'the verifier', path: '/dice', open: inTurn(press(/ver semente/), choose('Verificar')) },
  { name: 'how fairness works', path: '/dice', open: inTurn(press(/ver semente/), choose('Como funciona')) },
]

for (const [who, views] of [
  ['visitor', forVisitors],
  ['player', forPlayers],
] as const)
  test.describe(`for a ${who}`, () => {
    for (const { name, path, open } of views)
      test(`axe finds nothing wrong with ${name}, dark or light`, async ({ walker }) => {
        const { page } = walker
        await walker.open({ name, who, path })
        await open?.(page)
        if (open) await expect(page.getByRole('dialog').first()).toBeVisible()
        expect(await complaints(page)).toEqual([])
      })
  })

test.describe('for a visitor', () => {
  test('axe finds nothing wrong with a match, dark or light', async ({ walker }) => {
    const { page } = walker
    await walker.openNamed('sports-week')
    await page.locator('a[href^="/footballPage/"]').first().click()
    await expect(page).toHaveURL(/footballPage\/\d+/)
    expect(await complaints(page)).toEqual([])
  })
})
