import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { comeBack, type KnownPlayer, rollElsewhere } from './known-player.ts'
import type { World } from './player.ts'
import { closeSheet, sheet } from './sheets.ts'
import { standStill } from './still.ts'

const ROLL = { stakeCents: 10, targetHundredths: 50_00 }

/** Opens dice for this player, under reduced motion. */
async function openDice(
  page: Page,
  world: World,
  player: Pick<KnownPlayer, 'token'>,
  language: 'pt-BR' | 'en' = 'pt-BR',
): Promise<void> {
  await standStill(page, world, { language })
  await comeBack(page, world, player, '/dice')
  await expect(page.getByLabel('Chance')).toBeVisible()
}

const results = (page: Page) => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

for (const { language, field, typed, shown, target } of [
  { language: 'en', field: 'Chance', typed: '2.5', shown: '2.50', target: '97.5' },
  { language: 'en', field: 'Chance', typed: '24.75', shown: '24.75', target: '75.25' },
  { language: 'en', field: 'Multiplier', typed: '4.00', shown: '4.00', target: '75.25' },
  { language: 'en', field: 'Over', typed: '75.25', shown: '75.25', target: '75.25' },
  { language: 'en', field: 'Multiplier', typed: '9,900.00', shown: '9,900.00', target: '99.99' },
  { language: 'pt-BR', field: 'Chance', typed: '1.5', shown: '1,50', target: '98.5' },
  { language: 'pt-BR', field: 'Acima de', typed: '75,25', shown: '75,25', target: '75.25' },
  { language: 'pt-BR', field: 'Multiplicador', typed: '9.900,00', shown: '9.900,00', target: '99.99' },
] as const) {
  test(`${typed} typed as ${field} in ${language} is ${shown}`, async ({ page, world, player }) => {
    await openDice(page, world, player, language)
    const input = page.getByLabel(field, { exact: true }).and(page.locator('input'))
    await input.fill(typed)
    await input.press('Enter')
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', target)
    await expect(input).toHaveValue(shown)
  })
}

/** A gate that holds calls of this kind until opened. */
async function heldLine(page: Page, calls: string) {
  const asked: string[] = []
  let letThrough = () => {}
  const isOpen = new Promise<void>((done) => {
    letThrough = done
  })
  await page.route(calls, async (route) => {
    asked.push(route.request().postData() ?? '')
    await isOpen
    await route.continue()
  })
  return { asked, letThrough }
}

/** Taps twice before the next render, whether the button is enabled or not. */
const tapTwice = (button: Locator) =>
  button.evaluate((element) => {
    const { click } = element as unknown as { click: () => void }
    click.call(element)
    click.call(element)
  })

test('a roll tapped twice on a slow connection is sent and shown once', async ({ page, world, toppedUp }) => {
  await openDice(page, world, toppedUp)
  const line = await heldLine(page, '**/dice/betPlay')
  const roll = page.getByRole('button', { name: /^Rolar/ })
  await expect(roll).toBeEnabled()
  await tapTwice(roll)
  await expect.poll(() => line.asked.length).toBe(1)
  // Busy, with its label unchanged.
  await expect(roll).toHaveAttribute('aria-busy', 'true')
  line.letThrough()
  await expect(page.getByText(/^(Ganhou|Perdeu) /)).toBeVisible()
  await expect(results(page)).toHaveCount(1)
  // A second tap's call would have arrived before this roll.
  await roll.click()
  await expect(results(page)).toHaveCount(2)
  // A roll too soon after the last is retried under its own id.
  expect(new Set(line.asked).size).toBe(2)
})

test('changing seeds tapped twice changes them once, and reveals the pair that was played', async ({
  page,
  world,
  toppedUp,
}) => {
  await rollElsewhere(world, toppedUp, ROLL)
  await openDice(page, world, toppedUp)
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  const line = await heldLine(page, '**/games/rotateSeeds')
  const change = fair.getByRole('button', { name: 'Trocar sementes' })
  await expect(change).toBeEnabled()
  await tapTwice(change)
  await expect.poll(() => line.asked.length).toBe(1)
  line.letThrough()
  await expect(fair.getByText('Semente revelada')).toBeVisible()
  // A second tap's call would have arrived before this change.
  await change.click()
  await expect.poll(() => line.asked.length).toBeGreaterThan(1)
  expect(line.asked).toHaveLength(2)
})

test('a change of seeds in progress is the same one after the sheet is closed and reopened', async ({
  page,
  world,
  toppedUp,
}) => {
  await openDice(page, world, toppedUp)
  const line = await heldLine(page, '**/games/rotateSeeds')
  const fair = sheet(page, 'Jogo verificável')
  const change = fair.getByRole('button', { name: 'Trocar sementes' })
  await page.getByRole('button', { name: /ver semente/ }).click()
  await change.click()
  await expect.poll(() => line.asked.length).toBe(1)
  await closeSheet(page, 'Jogo verificável')
  await page.getByRole('button', { name: /ver semente/ }).click()
  await tapTwice(change)
  await expect(change).toHaveAttribute('aria-busy', 'true')
  line.letThrough()
  // A second change would precede the reload of the seeds, which precedes this text.
  await expect(fair.getByText('Semente revelada')).toBeVisible()
  expect(line.asked).toHaveLength(1)
})

const SHOWN_RESULTS = 20

for (const width of [393, 320]) {
  test(`a full strip of results does not widen the page beyond ${width}`, async ({
    page,
    world,
    toppedUp,
  }) => {
    for (let rolls = 0; rolls < SHOWN_RESULTS + 1; rolls += 1) await rollElsewhere(world, toppedUp, ROLL)
    await page.setViewportSize({ width, height: 852 })
    await openDice(page, world, toppedUp)
    await expect(results(page)).toHaveCount(SHOWN_RESULTS)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    expect(await page.evaluate('innerWidth')).toBe(width)
  })
}

test('a round in the records opens the verifier, and is recomputed once its seed is revealed', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await rollElsewhere(world, toppedUp, ROLL)
  await comeBack(page, world, toppedUp, '/registros?tab=games')
  const row = page.getByRole('listitem').filter({ hasText: /Saiu/ }).first()
  const landed = /Saiu [\d,]+ · acima de [\d,]+/.exec(await row.innerText())?.[0] ?? 'nothing'
  const result = /[\d,]+/.exec(landed)?.[0] ?? 'nothing'
  await row.getByRole('button', { name: 'Verificar' }).click()
  const fair = sheet(page, 'Jogo verificável')
  await expect(fair.getByText(landed)).toBeVisible()
  await expect(fair.getByLabel('Impressão digital da semente do servidor')).toHaveValue(/^[\da-f]{64}$/)
  await expect(fair.getByLabel('Semente do servidor', { exact: true })).toHaveValue('')
  await expect(fair.getByText(/aparece depois que você trocar as sementes/)).toBeVisible()
  await phone.picture('dice-not-revealed')

  await fair.getByRole('button', { name: 'Ir para as sementes' }).click()
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  await expect(fair.getByText('Semente revelada')).toBeVisible()
  await fair.getByRole('radio', { name: 'Verificar' }).click()
  const verdict = fair.getByRole('status').first() // below it the commitment's proof
  await expect(verdict).toContainText('O resultado é o mesmo da rodada')
  await expect(verdict.getByText(result, { exact: true })).toHaveCount(2) // computed, and played
  await expect(verdict).toContainText('A semente é a mesma da impressão digital')

  await closeSheet(page, 'Jogo verificável')
  await row.getByRole('button', { name: 'Verificar' }).click()
  await expect(verdict.getByText('O resultado é o mesmo da rodada')).toBeVisible()
  await phone.picture('dice-verified')
  await fair.getByLabel('Número da rodada').fill('999999')
  await expect(verdict.getByText('O resultado é o mesmo da rodada')).toBeHidden()
  await expect(fair.getByText(landed)).toHaveCount(0)
})

for (const { stake, says } of [
  { stake: '9999999', says: /^A aposta máxima é R\$\s5\.000,00\.$/ },
  { stake: '0,09', says: /^A aposta mínima é / },
]) {
  test(`a stake of ${stake} offers neither a deposit nor a payout`, async ({ page, world, player }) => {
    await openDice(page, world, player)
    await page.getByLabel('Aposta', { exact: true }).fill(stake)
    await expect(page.getByText(says)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Rolar', exact: true })).toBeDisabled()
    await expect(page.getByRole('button', { name: /^Faltam R\$/ })).toHaveCount(0)
  })
}

test('a payout above the maximum is not promised: the maximum stake for this target is shown', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  await openDice(page, world, toppedUp)
  const chance = page.getByLabel('Chance')
  const stake = page.getByLabel('Aposta', { exact: true })
  await chance.fill('0,01')
  await chance.press('Enter')
  await stake.fill('10,11')
  const why = /^Uma rodada paga no máximo R\$\s100\.000,00\. Com este multiplicador, aposte até R\$\s10,10\.$/
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rolar', exact: true })).toBeDisabled()
  await phone.picture('dice-pays-too-much')
  await stake.fill('10,10')
  await expect(page.getByRole('button', { name: /^Rolar\s*Paga R\$\s99\.990,00$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Dobrar a aposta' }).click()
  await expect(stake).toHaveValue('10,10')
})

test('a playable stake above the balance offers the deposit', async ({ page, phone, world, toppedUp }) => {
  await openDice(page, world, toppedUp)
  await page.getByLabel('Aposta', { exact: true }).fill('5000')
  await page.getByRole('button', { name: /^Faltam R\$/ }).click()
  await expect(sheet(page, 'Depósito')).toBeVisible()
  await phone.picture('deposit-for-a-stake')
})

for (const { key, target, bound } of [
  { key: 'End', target: '99.99', bound: 'aria-valuemax' },
  { key: 'Home', target: '2', bound: 'aria-valuemin' },
]) {
  test(`${key} moves the target to its bound, which is announced`, async ({ page, world, player }) => {
    await openDice(page, world, player)
    const ruler = page.getByRole('slider', { name: 'Alvo' })
    await ruler.press(key)
    await expect(ruler).toHaveAttribute('aria-valuenow', target)
    await expect(ruler).toHaveAttribute(bound, target)
  })
}

test("a game's menu mentions keys where a keyboard is likely, not on touch devices", async ({
  page,
  world,
  player,
  openPhone,
}) => {
  const menuOn = async (of: Page) => {
    await openDice(of, world, player)
    await of.getByRole('button', { name: 'Mais opções do jogo' }).click()
    const menu = sheet(of, 'Dice')
    await expect(menu.getByRole('checkbox', { name: 'Sons' })).toBeVisible()
    return menu
  }
  const keys = { name: 'Teclas de atalho' }
  const { page: atDesk } = await openPhone({ isDesk: true })
  const onDesk = await menuOn(atDesk)
  await onDesk.getByRole('checkbox', keys).check()
  await expect(onDesk.getByText('R: sorte')).toBeVisible()
  const onPhone = await menuOn(page)
  await expect(onPhone.getByRole('checkbox', keys)).toBeHidden()
  await expect(onPhone.getByText('R: sorte')).toBeHidden()
})
