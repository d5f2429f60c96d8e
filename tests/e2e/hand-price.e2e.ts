import type { Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { call, comeBack } from './known-player.ts'
import { operatorsWith } from './operators.ts'
import { scheduleMatch } from './player.ts'
import { expect, test } from './test.ts'

const [TRADER, COLLEAGUE] = ['trader@casa.example', 'colega@casa.example'] as const

/** A price as operators and players read it. */
const shown = (milli: number) => (milli / 1000).toFixed(2).replace('.', ',')

/** Opens the trading screen as this operator. */
async function openOdds(page: Page, backofficeUrl: string, token: string): Promise<void> {
  await page.addInitScript((kept) => sessionStorage.setItem('palpite-backoffice-token', kept), token)
  await page.goto(`${backofficeUrl}/odds`)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
}

type Fixture = {
  markets: { type: string; outcomes: { outcomeId: string; code: string; priceMilli: number }[] }[]
}

test('a trader sets a price by hand by keyboard: a player sees it, a colleague’s newer one is shown, and it is taken back; so are the limits of the match', async ({
  openPhone,
  page,
  player,
  world,
}) => {
  const permissions = ['markets.suspend', 'prices.keep', 'settings.read']
  const [token = '', colleague = ''] = await operatorsWith(world, permissions, [TRADER, COLLEAGUE])
  const [home, away] = ['Alto da Mangaba', 'Ponta do Cajá'] as const
  const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 3600, speed: 1 })
  const fixture = (await call(world, '', `/api/app/sportsbook/fixture/${fixtureId}`)) as Fixture
  const outcome = fixture.markets
    .find(({ type }) => type === 'football.1x2')
    ?.outcomes.find(({ code }) => code === 'home')
  const { outcomeId = '', priceMilli = 0 } = outcome ?? {}
  const byHand = Math.round(priceMilli / 10) * 10 - 50
  const byColleague = byHand - 20
  await comeBack(page, world, player, `/footballPage/${fixtureId}?topic=all`)
  const price = page.locator(`button[data-outcome="${outcomeId}"]`).first()
  await expect(price).toContainText(shown(priceMilli))

  const { page: desk, picture } = await openPhone({ isDesk: true, look: 'light' })
  await openOdds(desk, world.backofficeUrl, token)
  const row = desk.getByRole('row').filter({ has: desk.locator(`[data-row="${fixtureId}"]`) })
  await row.getByRole('button', { name: `${home} x ${away}`, exact: true }).focus()
  await desk.keyboard.press('ArrowRight')
  await expect(row.locator(`[data-outcome="${outcomeId}"]`)).toBeFocused()
  await desk.keyboard.press('e')
  const dialog = desk.getByRole('dialog')
  await expect(dialog.getByLabel('Odd à mão')).toBeFocused()
  await desk.keyboard.type('99')
  await expect(dialog.getByRole('alert')).toHaveText(/^Entre [\d,]+ e [\d,]+\./)
  await expect(dialog.getByRole('button', { name: 'Definir odd' })).toBeDisabled()
  await desk.keyboard.press('Control+a')
  await desk.keyboard.type(shown(byHand))
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('goleiro machucado no aquecimento')
  await picture('backoffice-price-editor')
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('status').getByText('Odd definida à mão.')).toBeVisible()
  await expect(price).toContainText(shown(byHand))
  await expect(row).toContainText(/1 · operador \d+ · até \d\d:\d\d/)
  await picture('backoffice-price-by-hand')

  // The focus is back on the price. While it is edited, a colleague sets another one.
  await expect(row.locator(`[data-outcome="${outcomeId}"]`)).toBeFocused()
  await desk.keyboard.press('e')
  await expect(dialog.getByLabel('Odd à mão')).toBeFocused()
  const path = `/api/backoffice/trading/outcomes/${outcomeId}`
  const { version } = (await call(world, colleague, path)) as { version: number }
  await call(world, colleague, `${path}/price`, {
    requestId: 'price-of-a-colleague',
    version,
    priceMilli: byColleague,
    reason: 'o mercado vai mais longe',
  })
  await expect(price).toContainText(shown(byColleague))
  const conflict = dialog.getByRole('alert').filter({ hasText: 'A odd mudou enquanto você editava' })
  await expect(conflict).toContainText(`era ${shown(byHand)}, agora é ${shown(byColleague)}`)
  await dialog.getByLabel('Motivo').fill('o goleiro joga')
  await expect(dialog.getByRole('button', { name: 'Voltar à odd automática' })).toBeDisabled()
  await picture('backoffice-price-outdated')
  expect(await complaints(desk)).toEqual([])
  await conflict.getByRole('button', { name: 'Continuar com a odd de agora' }).click()
  await dialog.getByRole('button', { name: 'Voltar à odd automática' }).click()
  await expect(desk.getByRole('status').getByText('A odd voltou à automática.')).toBeVisible()
  await expect(price).toContainText(shown(priceMilli))
  await expect(row).not.toContainText('operador')
  expect(await complaints(desk)).toEqual([])

  // From the same row: a fifth of the limits before kick-off, and back to those of the settings.
  await expect(row.locator(`[data-outcome="${outcomeId}"]`)).toBeFocused()
  await desk.keyboard.press('l')
  await expect(dialog.getByLabel('Antes do início, em %')).toBeFocused()
  await desk.keyboard.press('Control+a')
  await desk.keyboard.type('20')
  await dialog.getByLabel('Motivo').fill('amistoso sem transmissão')
  await picture('backoffice-match-limits')
  expect(await complaints(desk)).toEqual([])
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('status').getByText('Limites da partida definidos.')).toBeVisible()
  await expect(row).toContainText(/20% antes · 100% em jogo/)
  await expect(row).toContainText(/operador \d+ · desde .* · amistoso sem transmissão/)
  await desk.keyboard.press('l')
  await dialog.getByLabel('Motivo').fill('a transmissão começou')
  await dialog.getByRole('button', { name: 'Voltar aos limites dos ajustes' }).click()
  await expect(desk.getByRole('status').getByText('A partida voltou aos limites dos ajustes.')).toBeVisible()
  await expect(row).not.toContainText('amistoso')
})
