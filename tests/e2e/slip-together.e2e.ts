import type { Locator, Page } from '@playwright/test'
import { complaints } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { scheduleMatch, type World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { present } from '../../apps/server/src/platform/errors.ts'
import { expect, test } from './test.ts'

const slipOf = (page: Page) => sheet(page, 'Cupom')

/** Presses the slip's one button, for this total stake. */
const bet = (page: Page, reais: string) =>
  slipOf(page)
    .getByRole('button', { name: new RegExp(`^Apostar R\\$\\s${reais}`) })
    .click()

const fourMatches = [
  ['Serra do Quati', 'Morro do Tucano'],
  ['Lagoa do Jacu', 'Ilha do Cambucá'],
  ['Alto da Mangaba', 'Ponta do Cajá'],
  ['Barra do Pequi', 'Vale da Pitomba'],
] as const

/** Puts the home sides of four matches on the slip, and ends on the last one's page. */
const chooseFour = async (page: Page, world: World) => {
  for (const [home, away] of fourMatches) {
    const { fixtureId } = await scheduleMatch(world, { home, away, startsInSeconds: 7200, speed: 1 })
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    await page
      .getByRole('button', { name: new RegExp(`^${home} vence, odd`) })
      .first()
      .click()
  }
}

/** The parlay's odds, as its mode button shows them. */
const parlayOdds = (slip: Locator) =>
  slip.getByRole('radio', { name: 'Múltipla' }).locator('span[aria-hidden]').innerText()

test('four matches open as one bet, all four visible until a stake is touched', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  await chooseFour(page, world)
  const bar = page.getByRole('button', { name: /Ver cupom/ })
  await expect(bar).toHaveText(/^4 seleções · \d+,\d\d/)
  await phone.picture('slip-bar')
  await bar.click()
  const slip = slipOf(page)
  await expect(slip.getByRole('radio', { name: 'Múltipla' })).toBeChecked()
  const odds = await parlayOdds(slip)
  expect(odds).toMatch(/^\d+,\d\d$/)
  const pad = slip.getByRole('group', { name: 'Teclado do valor' })
  await expect(pad).toBeHidden()
  for (const leg of await slip.getByRole('listitem').all()) await expect(leg).toBeInViewport({ ratio: 1 })
  await phone.picture('slip-four')
  expect(await complaints(page)).toEqual([])
  const stake = slip.getByLabel('Valor da aposta', { exact: true })
  await stake.click()
  await pad.getByRole('button', { name: '2', exact: true }).click()
  await slip.getByRole('button', { name: /^Somar R\$\s1,00/ }).click()
  await expect(stake).toHaveValue('3')
  await phone.picture('slip-four-pad')
  expect(await complaints(page)).toEqual([])
  // Touching another part folds it again, and the stake unfolds it each time.
  await slip.getByText('Odd total').click()
  await expect(pad).toBeVisible()
  await slip
    .getByRole('listitem')
    .first()
    .click({ position: { x: 40, y: 14 } })
  await expect(pad).toBeHidden()
  await stake.click()
  await expect(pad).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.picture('slip-four-320')
  await page.setViewportSize({ width: 393, height: 852 })
  await slip.getByRole('radio', { name: 'Simples' }).click()
  await expect(slip.getByLabel(/^Valor da aposta em/)).toHaveCount(4)
  await phone.picture('slip-four-singles')
  await slip.getByRole('button', { name: 'Limpar cupom' }).click()
  await chooseFour(page, world)
  await expect(bar).toHaveText(/^4 seleções · Simples/)
  await bar.click()
  await expect(slip.getByRole('radio', { name: 'Simples' })).toBeChecked()
  await slip.getByRole('radio', { name: 'Múltipla' }).click()
  await stake.fill('5')
  await bet(page, '5,00')
  await expect(sheet(page, 'Aposta feita').getByText('Múltipla de 4')).toBeVisible()
})

/** A visible element's right edge, in pixels. */
const endOf = async (part: Locator): Promise<number> => {
  const { x, width } = (await part.boundingBox()) ?? { x: 0, width: Infinity }
  return x + width
}

test('a desktop shows the odds of four matches together, and their ticket all details of each', async ({
  openPhone,
  world,
  toppedUp,
}) => {
  const { page, picture } = await openPhone({ isDesk: true })
  await comeBack(page, world, toppedUp)
  await chooseFour(page, world)
  const slip = page.getByRole('region', { name: 'Cupom' })
  await expect(slip.getByRole('radio', { name: 'Múltipla' })).toBeChecked()
  const odds = await parlayOdds(slip)
  await slip.getByLabel('Valor da aposta', { exact: true }).fill('5')
  await picture('desk-slip-four')
  expect(await complaints(page)).toEqual([])
  await slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }).click()
  const receipt = page.getByRole('region', { name: 'Aposta feita' })
  await expect(receipt.getByText('Múltipla de 4')).toBeVisible()
  await picture('desk-receipt-four')
  // Amounts are at its end: if too wide for its column they are cut.
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const end = await endOf(receipt)
    for (const amount of await receipt.getByRole('definition').all())
      expect(await endOf(amount), `where an amount ends at ${width}`).toBeLessThan(end - 8)
  }
  await receipt.getByRole('button', { name: 'Ver em Minhas apostas' }).click()
  const ticket = page.getByRole('article').filter({ hasText: 'Múltipla de 4' })
  await expect(ticket).toContainText(/Aposta\s*R\$\s5,00/)
  await expect(ticket).toContainText(`Odd total${odds}`)
  await expect(ticket).toContainText(/Retorno potencial\s*R\$/)
  await ticket.getByRole('button', { expanded: false }).click()
  for (const [home] of fourMatches) {
    const leg = ticket.getByRole('link').filter({ hasText: home })
    await expect(leg).toContainText(new RegExp(`^${home}Em aberto\\d+,\\d\\d`))
  }
  await picture('desk-ticket-four')
  expect(await complaints(page)).toEqual([])
})

test('bets are searched by sport, odds and days, and the address keeps the search', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  await chooseFour(page, world)
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  await slipOf(page).getByLabel('Valor da aposta', { exact: true }).fill('2')
  await bet(page, '2,00')
  await page.goto(`${world.url}/registros`)
  const card = page.getByRole('article').filter({ hasText: 'Múltipla de 4' })
  await expect(card).toBeVisible()
  // The filters are one row on a phone.
  const rowOf = async (name: string) =>
    present(await page.getByRole('combobox', { name, exact: true }).boundingBox(), name).y
  const rows = await Promise.all(['Período', 'Esporte', 'Odd'].map(rowOf))
  expect(new Set(rows).size).toBe(1)
  await page.getByLabel('Esporte').selectOption('Tênis')
  await expect(page.getByText('Nenhuma aposta assim')).toBeVisible()
  await phone.picture('bets-none-such')
  await page.getByLabel('Esporte').selectOption('Futebol')
  await expect(card).toBeVisible()
  await page.getByRole('combobox', { name: 'Odd', exact: true }).selectOption('Menos de 1,50')
  await expect(card).toBeHidden()
  await page.getByRole('combobox', { name: 'Odd', exact: true }).selectOption('10,00 ou mais')
  await page.getByLabel('Período').selectOption('Escolher datas')
  await page.getByRole('textbox', { name: 'Até' }).fill('2026-01-31')
  await expect(card).toBeHidden()
  await page.getByRole('textbox', { name: 'Até' }).fill('')
  await expect(card).toBeVisible()
  await phone.picture('bets-looked-for')
  expect(await complaints(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  await phone.picture('bets-looked-for-320')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Odd', exact: true })).toHaveValue('10000-')
  await expect(card).toBeVisible()
})

test('a ticket prints alone, with selections, odds and number', async ({ page, phone, world, toppedUp }) => {
  // A test cannot close the browser's own dialog: printing is stubbed.
  await page.addInitScript('window.print = () => {}')
  await comeBack(page, world, toppedUp)
  await chooseFour(page, world)
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const odds = await parlayOdds(slipOf(page))
  await slipOf(page).getByLabel('Valor da aposta', { exact: true }).fill('2')
  await bet(page, '2,00')
  const receipt = sheet(page, 'Aposta feita')
  const number = await receipt.getByText(/^Bilhete /).innerText()
  await receipt.getByRole('button', { name: 'Imprimir' }).click()
  await page.emulateMedia({ media: 'print' })
  const paper = page.locator('[data-print]')
  await expect(paper).toBeVisible()
  await expect(receipt).toBeHidden()
  const printed = await page.locator('body').innerText()
  for (const [home, away] of fourMatches) expect(printed).toContain(`${home} × ${away}`)
  for (const words of [
    number,
    'Múltipla de 4',
    'Odd total',
    odds,
    'Aposta',
    'R$\u{a0}2,00',
    'Retorno potencial',
  ])
    expect(printed).toContain(words)
  expect(printed).not.toContain('Ver em Minhas apostas')
  await expect(paper.getByRole('button')).toHaveCount(0)
  // Dark on light in any theme: paper is white, and browsers omit backgrounds.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  for (const part of [paper, paper.getByText('Serra do Quati').first()])
    await expect(part).toHaveCSS('color', 'rgb(26, 20, 38)')
  await expect(paper).toHaveCSS('background-color', 'rgb(244, 242, 248)')
  await phone.picture('ticket-on-paper')
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`)
  await page.emulateMedia({ media: 'screen' })
  await expect(paper).toHaveCount(0)
  await expect(receipt).toBeVisible()
})

test('a deposit from the slip keeps the slip, and the bet is placed afterwards', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await comeBack(page, world, toppedUp)
  await chooseFour(page, world)
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = slipOf(page)
  await slip.getByLabel('Valor da aposta', { exact: true }).fill('130')
  await slip.getByRole('button', { name: /^Faltam R\$\s30,00/ }).click()
  await expect(sheet(page, 'Depósito')).toBeVisible()
  await phone.picture('deposit-from-slip')
  await page.getByRole('button', { name: /^Depositar R\$/ }).click()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }).click()
  expect(await alerted(page)).toBe('Recarga bem-sucedida, continue fazendo apostas')
  await expect(slip.getByRole('listitem')).toHaveCount(4)
  await expect(slip.getByRole('radio', { name: 'Múltipla' })).toBeChecked()
  await expect(slip.getByLabel('Valor da aposta', { exact: true })).toHaveValue('130')
  await phone.picture('slip-after-deposit')
  await bet(page, '130,00')
  await expect(sheet(page, 'Aposta feita').getByText('Múltipla de 4')).toBeVisible()
})
