import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { advance, balanceCents, fillRegistration, scheduleMatch, somebodyNew, type World } from './player.ts'
import { greetedSocket } from './lines.ts'
import { sheet } from './sheets.ts'
import { wagerOnWinner } from './sure-bet.ts'

const CLUBS = [
  ['Serra do Quati', 'Morro do Tucano'],
  ['Lagoa do Jacu', 'Ilha do Cambucá'],
  ['Alto da Mangaba', 'Ponta do Cajá'],
] as const

/** Puts the home sides of three matches without a first-half goal on the slip; returns the first match. */
const chooseThree = async (page: Page, world: World): Promise<string> => {
  const matches = await Promise.all(
    CLUBS.map(([home, away]) =>
      scheduleMatch(world, {
        home,
        away,
        startsInSeconds: 3600,
        speed: 1,
        firstGoal: { from: 3000, to: 5000 },
      }),
    ),
  )
  for (const [at, { fixtureId }] of matches.entries()) {
    await page.goto(`${world.url}/footballPage/${fixtureId}`)
    const home = new RegExp(`^${CLUBS[at]?.[0]} vence, odd`)
    await page.getByRole('button', { name: home }).first().click()
  }
  return matches[0]?.fixtureId ?? ''
}

/** A page column on a desktop, a sheet on a phone. */
const slipPart = (page: Page, title: string, isDesk: boolean): Locator =>
  isDesk ? page.getByRole('region', { name: title, exact: true }) : sheet(page, title)

const topOf = async (what: Locator) => (await what.boundingBox())?.y ?? 0

const tokenOf = async (page: Page) =>
  (await page.evaluate(() => localStorage.getItem('token'))) ?? 'no session'

// One story: each chapter needs the previous one in this browser.
for (const isDesk of [false, true]) {
  test(`a newcomer's first ten minutes, ${isDesk ? 'at a desk' : 'on a phone'}: every amount is explained, and the money leaves`, async ({
    openPhone,
    world,
  }) => {
    const phone = await openPhone({ isDesk })
    const { page } = phone
    const player = somebodyNew()
    const picture = (name: string) => phone.picture(`first-minutes-${isDesk ? 'desk' : 'phone'}-${name}`)

    await test.step('registers, and gets a deposit offer that states its bonus and wagering', async () => {
      await page.goto(world.url)
      await fillRegistration(page, world, player)
      await page.getByRole('dialog').getByRole('checkbox').check()
      await page.getByRole('dialog').getByRole('button', { name: 'Cadastrar', exact: true }).click()
      const ready = sheet(page, 'Sua conta está pronta')
      await ready.getByRole('radio', { name: /^R\$\s100,00/ }).click()
      await expect(ready.getByText(/O bônus vira saldo com mais R\$\s40,00 em apostas/)).toBeVisible()
      await picture('1-ready')
      await ready.getByRole('button', { name: /^Depositar R\$\s100,00/ }).click()
    })

    await test.step('identifies, and pays', async () => {
      const kyc = sheet(page, 'Seus dados')
      await kyc.getByLabel('Nome completo').fill(player.name)
      await kyc.getByLabel('CPF').fill(player.cpf)
      await kyc.getByRole('button', { name: 'Confirmar' }).click()
      await sheet(page, 'Depósito')
        .getByRole('button', { name: /^Depositar R\$\s100,00/ })
        .click()
      await page.getByRole('button', { name: 'Confirmar' }).click()
      await page.frameLocator('iframe').getByRole('button', { name: 'Pagar no banco de testes' }).click()
      const paid = page.getByRole('alertdialog')
      await expect(paid).toContainText(/Seu saldo agora é R\$\s120,00, com R\$\s20,00 de bônus/)
      await picture('2-paid')
      await paid.getByRole('button', { name: 'Apostar agora' }).click()
      await expect(page).toHaveURL(/\/footballPage/)
    })

    let played = ''
    await test.step('bets on three matches together, and sees what counts', async () => {
      played = await chooseThree(page, world)
      if (!isDesk) await page.getByRole('button', { name: /Ver cupom/ }).click()
      const slip = slipPart(page, 'Cupom', isDesk)
      await expect(slip.getByRole('radio', { name: /^Múltipla/ })).toBeChecked()
      await slip.getByLabel('Valor da aposta', { exact: true }).fill('30')
      // In sight where the stake is typed, without scrolling the selections.
      await expect(slip.getByText(/contam R\$\s30,00 dos R\$\s100,00 que faltam apostar/)).toBeInViewport({
        ratio: 1,
      })
      await picture('3-slip')
      await slip.getByRole('button', { name: /^Apostar R\$\s30,00/ }).click()
      const receipt = slipPart(page, 'Aposta feita', isDesk)
      await expect(receipt.getByText('Múltipla de 3')).toBeVisible()
      await expect.poll(() => balanceCents(page)).toBe(90_00)
      await picture('4-placed')
      await receipt.getByRole('button', { name: 'Ver em Minhas apostas' }).click()
    })

    await test.step('sells it during its first match, and reads the result', async () => {
      await advance(world, played, 'kick-off')
      const ticket = page.getByRole('article').filter({ hasText: 'Múltipla de 3' })
      await ticket.getByRole('button', { expanded: false }).click()
      await expect(ticket.getByText(/^1ºT/).first()).toBeVisible()
      await ticket.getByRole('button', { name: /^Encerrar por R\$/ }).click()
      await expect(ticket.getByText('O que é encerrado não conta para o que falta apostar.')).toBeVisible()
      await ticket.getByLabel('Se o valor cair').selectOption('Aceitar até 10% menos')
      await expect(ticket.getByRole('button', { name: /^Confirmar R\$/ })).toBeInViewport({ ratio: 1 })
      await picture('5-cash-out')
      await ticket.getByRole('button', { name: /^Confirmar R\$/ }).click()
      await expect(ticket.getByText('Encerrada por cash-out')).toBeVisible()
      await expect(ticket.getByText('Resultado', { exact: true })).toBeVisible()
      await expect(ticket.getByText('Lucro potencial')).toHaveCount(0)
      await expect.poll(() => balanceCents(page)).toBeGreaterThan(105_00)
      await picture('6-sold')
    })

    await test.step('rolls once, and sees it counted', async () => {
      await page.goto(`${world.url}/dice`)
      const chance = page.getByLabel('Chance')
      await chance.fill('90')
      await chance.blur()
      // Shown where it is chosen: visible without scrolling.
      await expect(page.getByText(/^Com 90% de chance de ganhar, a rodada não conta/)).toBeInViewport({
        ratio: 1,
      })
      await picture('7-does-not-count')
      await chance.fill('50')
      await chance.blur()
      await expect(page.getByText(/a rodada não conta/)).toHaveCount(0)
      await expect(page.getByText(/^Faltam R\$\s500,00 neste jogo para retirar/)).toBeVisible()
      await page.getByRole('button', { name: /^Rolar/ }).click()
      await expect(page.getByText(/^Faltam R\$\s495,00 neste jogo para retirar/)).toBeVisible()
      await picture('8-counted')
    })

    await test.step('reads what is bound and why, and wagers it', async () => {
      const greeted = greetedSocket(page)
      await page.goto(`${world.url}/conta?tab=withdraw`)
      const main = page.getByRole('main')
      await expect(main.getByText('Bônus ainda não liberado')).toBeVisible()
      const first = main.getByText(/^Faltam R\$\s99,00 em apostas esportivas para retirar/)
      await expect(first).toBeVisible()
      const after = main.getByText(/^Depois, para liberar o bônus/)
      if (!isDesk) expect(await topOf(after)).toBeGreaterThan(await topOf(first))
      await picture('9-held')
      const token = await tokenOf(page)
      await greeted // a page without a socket yet would miss the push
      await wagerOnWinner(world, token, 80_00)
      await wagerOnWinner(world, token, 62_00)
      const won = page.getByText(/^Você ganhou! R\$/).filter({ visible: true })
      await expect(won).toBeVisible()
      const { y: toastTop = 0, height: toastHeight = 0 } = (await won.boundingBox()) ?? {}
      const withdraw = await topOf(main.getByRole('button', { name: /^Retirar/ }).last())
      // On a desk it stands at the start of the page, beside the form.
      if (!isDesk) expect(toastTop + toastHeight).toBeLessThan(withdraw)
      await expect(main.getByText('Bônus ainda não liberado')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Apostas que faltam' })).toHaveCount(0)
    })

    await test.step('withdraws, follows it to the end, and finds everything in the statement', async () => {
      const before = await balanceCents(page)
      const main = page.getByRole('main')
      await main.getByLabel('Valor do saque').fill('50')
      await main.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
      // The long form gives way to one field: it has the focus, and is where the player looks.
      const password = main.getByLabel('Senha', { exact: true })
      await expect(password).toBeFocused()
      await expect(password).toBeInViewport({ ratio: 1 })
      await password.fill(player.password)
      await main.getByRole('button', { name: 'Confirmar e retirar' }).click()
      const asked = page.getByRole('alertdialog')
      await expect(asked).toContainText('Solicitação de saque bem-sucedida!')
      await expect(asked).toContainText(/Saque de R\$\s50,00 para \*\*\*/)
      await picture('10-asked')
      await asked.getByRole('button', { name: 'Acompanhar' }).click()
      await expect(page).toHaveURL(/\/registros\?tab=wallet/)
      const order = page.getByRole('listitem').filter({ hasText: 'Saque' }).filter({ hasText: 'Pago' })
      // The bank accepts a payout first, and completes it later.
      await expect(order).toBeVisible({ timeout: 60_000 })
      await expect.poll(() => balanceCents(page)).toBe(before - 50_00)
      await picture('11-paid-out')
      await page.getByRole('radio', { name: 'Extrato' }).click()
      for (const reason of ['Saque', 'Bônus virou dinheiro', 'Rodada de Dice', 'Aposta encerrada (cash-out)'])
        await expect(page.getByText(reason, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await picture('12-statement')
    })
  })
}
