import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { breakages, closeSheet, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
const SHOWN_RESULTS = 20
let player: KnownPlayer
let phone: Phone
let page: Phone['page']

beforeAll(async () => {
  player = await toppedUp(world, await registered(world))
  phone = await openPhone()
  page = phone.page
  await comeBack(page, world, player, '/dice')
})

afterAll(async () => {
  await phone.picture('dice-last')
  await phone.close()
})

const speak = async (language: 'pt-BR' | 'en') => {
  const look = { name: 'look', value: `theme=dark&text=100&motion=off&language=${language}`, url: world.url }
  await page.context().addCookies([look])
  await page.goto(`${world.url}/dice`)
  await page.getByLabel('Chance').waitFor()
}

const results = () => page.getByRole('list', { name: 'Últimos resultados' }).getByRole('listitem')

test.each([
  { language: 'en', field: 'Chance', typed: '2.5', shown: '2.50', target: '97.5' },
  { language: 'en', field: 'Chance', typed: '24.75', shown: '24.75', target: '75.25' },
  { language: 'en', field: 'Multiplier', typed: '4.00', shown: '4.00', target: '75.25' },
  { language: 'en', field: 'Over', typed: '75.25', shown: '75.25', target: '75.25' },
  { language: 'en', field: 'Multiplier', typed: '9,900.00', shown: '9,900.00', target: '99.99' },
  { language: 'pt-BR', field: 'Chance', typed: '1.5', shown: '1,50', target: '98.5' },
  { language: 'pt-BR', field: 'Acima de', typed: '75,25', shown: '75,25', target: '75.25' },
  { language: 'pt-BR', field: 'Multiplicador', typed: '9.900,00', shown: '9.900,00', target: '99.99' },
] as const)(
  '$typed typed as $field in $language is $shown',
  async ({ language, field, typed, shown, target }) => {
    await speak(language)
    const input = page.getByLabel(field, { exact: true }).and(page.locator('input'))
    await input.fill(typed)
    await input.press('Enter')
    await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuenow')).toBe(target)
    await expect.poll(() => input.inputValue()).toBe(shown)
  },
)

/** Counts the calls of this kind, and lets each wait for a slow line. */
const slowLine = async (calls: string) => {
  const asked: string[] = []
  await page.route(calls, async (route) => {
    asked.push(route.request().postData() ?? '')
    await page.waitForTimeout(500)
    await route.continue()
  })
  return { asked, mend: () => page.unroute(calls) }
}

/** Two taps before the page is drawn again. */
const tapTwice = (button: Locator) =>
  button.evaluate((element) => {
    const { click } = element as unknown as { click: () => void }
    click.call(element)
    click.call(element)
  })

test('a roll tapped twice on a slow line is sent once and shown once', async () => {
  await speak('pt-BR')
  const line = await slowLine('**/dice/betPlay')
  await tapTwice(page.getByRole('button', { name: /^Rolar/ }))
  await page.getByText(/^(Ganhou|Perdeu) /).waitFor()
  await page.waitForTimeout(1_000)
  expect(line.asked).toHaveLength(1)
  expect(await results().count()).toBe(1)
  await line.mend()
})

test('changing seeds tapped twice changes them once, and reveals the pair that was played', async () => {
  await page.getByRole('button', { name: /ver semente/ }).click()
  const fair = sheet(page, 'Jogo verificável')
  const line = await slowLine('**/games/rotateSeeds')
  await tapTwice(fair.getByRole('button', { name: 'Trocar sementes' }))
  await fair.getByText('Semente revelada').waitFor()
  await page.waitForTimeout(1_000)
  expect(line.asked).toHaveLength(1)
  await line.mend()
})

test('a change of seeds under way is still that one when the sheet is closed and opened again', async () => {
  await speak('pt-BR')
  const asked: string[] = []
  let letAnswer = () => {}
  const answered = new Promise<void>((done) => {
    letAnswer = done
  })
  await page.route('**/games/rotateSeeds', async (route) => {
    asked.push(route.request().postData() ?? '')
    await answered
    await route.continue()
  })
  const fair = sheet(page, 'Jogo verificável')
  // By its words in the page: while it is busy the button has no name.
  const change = fair.locator('button', { hasText: 'Trocar sementes' })
  await page.getByRole('button', { name: /ver semente/ }).click()
  await change.click()
  await expect.poll(() => asked.length).toBe(1)
  await closeSheet(page, 'Jogo verificável')
  await page.getByRole('button', { name: /ver semente/ }).click()
  await tapTwice(change)
  expect(await change.getAttribute('aria-busy')).toBe('true')
  letAnswer()
  // A second change would go before the seeds are read again, and they are read before this is shown.
  await fair.getByText('Semente revelada').waitFor()
  expect(asked).toHaveLength(1)
  await page.unroute('**/games/rotateSeeds')
  await closeSheet(page, 'Jogo verificável')
})

test.each([393, 320])('a full strip of results does not make the page wider than %d', async (width) => {
  await fillStrip()
  const before = page.viewportSize() ?? { width: 393, height: 852 }
  await page.setViewportSize({ width, height: before.height })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  expect(await page.evaluate('innerWidth')).toBe(width)
  await page.setViewportSize(before)
})

/** Plays until the strip is full and more. Nobody may call more than thirty times a second. */
async function fillStrip(): Promise<void> {
  if ((await results().count()) === SHOWN_RESULTS) return
  for (let rolls = 0; rolls < 25; rolls += 1) {
    await rollElsewhere(world, player, { stakeCents: 10, targetHundredths: 50_00 })
    await page.waitForTimeout(50)
  }
  await speak('pt-BR')
  await expect.poll(() => results().count()).toBe(SHOWN_RESULTS)
}

test('a round in the records opens the verifier with it, and is worked out once its seed is revealed', async () => {
  await rollElsewhere(world, player, { stakeCents: 10, targetHundredths: 50_00 })
  await page.goto(`${world.url}/registros?tab=games`)
  const row = page.getByRole('listitem').filter({ hasText: /Saiu/ }).first()
  const landed = /Saiu [\d,]+ · acima de [\d,]+/.exec(await row.innerText())?.[0] ?? 'nothing'
  const result = /[\d,]+/.exec(landed)?.[0] ?? 'nothing'
  await row.getByRole('button', { name: 'Verificar' }).click()
  const fair = sheet(page, 'Jogo verificável')
  await fair.getByText(landed).waitFor()
  const hash = await fair.getByLabel('Impressão digital da semente do servidor').inputValue()
  expect(hash).toMatch(/^[\da-f]{64}$/)
  expect(await fair.getByLabel('Semente do servidor', { exact: true }).inputValue()).toBe('')
  await fair.getByText(/aparece depois que você trocar as sementes/).waitFor()
  await phone.picture('dice-not-revealed')

  await fair.getByRole('button', { name: 'Ir para as sementes' }).click()
  await fair.getByRole('button', { name: 'Trocar sementes' }).click()
  await fair.getByText('Semente revelada').waitFor()
  await fair.getByRole('radio', { name: 'Verificar' }).click()
  const verdict = fair.getByRole('status').first() // below it the proof of the commitment
  await verdict.getByText('O resultado é o mesmo da rodada').waitFor()
  expect(await verdict.getByText(result, { exact: true }).count()).toBe(2) // as worked out, and as played
  expect(await verdict.innerText()).toContain('A semente é a mesma da impressão digital')
  expect(await verdict.innerText()).toContain('O resultado é o mesmo da rodada')

  await closeSheet(page, 'Jogo verificável')
  await row.getByRole('button', { name: 'Verificar' }).click()
  await verdict.getByText('O resultado é o mesmo da rodada').waitFor()
  await phone.picture('dice-verified')
  await fair.getByLabel('Número da rodada').fill('999999')
  await verdict.getByText('O resultado é o mesmo da rodada').waitFor({ state: 'hidden' })
  expect(await fair.getByText(landed).count()).toBe(0)
})

test.each([
  { stake: '9999999', says: /^A aposta máxima é R\$\s5\.000,00\.$/ },
  { stake: '0,09', says: /^A aposta mínima é / },
])('a stake of $stake offers neither a deposit nor a payout', async ({ stake, says }) => {
  await speak('pt-BR')
  await page.getByLabel('Aposta', { exact: true }).fill(stake)
  await page.getByText(says).waitFor()
  await page.getByRole('button', { name: 'Rolar', exact: true, disabled: true }).waitFor()
  expect(await page.getByRole('button', { name: /^Faltam R\$/ }).count()).toBe(0)
})

test('a payout beyond what a round pays is not promised: the stake for this target is told instead', async () => {
  await speak('pt-BR')
  const chance = page.getByLabel('Chance')
  await chance.fill('0,01')
  await chance.press('Enter')
  await page.getByLabel('Aposta', { exact: true }).fill('10,11')
  const why = /^Uma rodada paga no máximo R\$\s100\.000,00\. Com este multiplicador, aposte até R\$\s10,10\.$/
  await page.getByText(why).waitFor()
  await page.getByRole('button', { name: 'Rolar', exact: true, disabled: true }).waitFor()
  await phone.picture('dice-pays-too-much')
  await page.getByLabel('Aposta', { exact: true }).fill('10,10')
  expect(await isSeen(page.getByRole('button', { name: /^Rolar\s*Paga R\$\s99\.990,00$/ }))).toBe(true)
  await page.getByRole('button', { name: 'Dobrar a aposta' }).click()
  expect(await page.getByLabel('Aposta', { exact: true }).inputValue()).toBe('10,10')
})

test('a stake that could be played but not paid offers the deposit', async () => {
  await speak('pt-BR')
  await page.getByLabel('Aposta', { exact: true }).fill('5000')
  await page.getByRole('button', { name: /^Faltam R\$/ }).click()
  expect(await isSeen(sheet(page, 'Depósito'))).toBe(true)
  await phone.picture('deposit-for-a-stake')
  await closeSheet(page, 'Depósito')
})

test.each([
  { key: 'End', target: '99.99', bound: 'aria-valuemax' },
  { key: 'Home', target: '2', bound: 'aria-valuemin' },
])('$key takes the target as far as it goes, and that is the bound told', async ({ key, target, bound }) => {
  const ruler = page.getByRole('slider', { name: 'Alvo' })
  await ruler.press(key)
  await expect.poll(() => ruler.getAttribute('aria-valuenow')).toBe(target)
  expect(await ruler.getAttribute(bound)).toBe(target)
})

test('nothing broke on the way', () => {
  expect(breakages(phone.faults())).toEqual([])
})
