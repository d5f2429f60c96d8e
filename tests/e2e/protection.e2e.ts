import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Db } from '../../apps/server/src/platform/db/index.ts'
import { complaints } from './accessible.ts'
import { clockOf } from './clock.ts'
import { test } from './database.ts'
import { call, comeBack, infoOf, rollElsewhere } from './known-player.ts'
import { advance, scheduleMatch, surelyUnder } from './player.ts'
import { sheet } from './sheets.ts'
import { expect } from './test.ts'

/** Opens the player's limits from the menu, at one of its tabs. */
async function openLimits(page: Page, part?: 'Pausas' | 'Ajuda'): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet(page, 'Menu').getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  if (part) await limits.getByRole('radio', { name: part }).click()
  return limits
}

/** Automatic dice: R$ 1 a round, more rounds than a slow test lasts; so large a loss does not happen. */
async function beginAuto(page: Page): Promise<Locator> {
  await page.getByRole('radio', { name: 'Automático' }).click()
  await page.getByRole('radio', { name: '100', exact: true }).click()
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  await page.getByLabel('Parar com perda de').fill('60')
  await page.getByRole('button', { name: /^Começar \d+ rodadas$/ }).click()
  return page.getByRole('region', { name: 'Jogo automático' })
}

test('a limit reached during automatic play ends it, with the reason and a link to the limit', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const limit = { kind: 'bets', period: 'day', amount: 2 }
  await call(world, toppedUp.token, '/api/app/protection/limit', limit)
  await comeBack(page, world, toppedUp, '/dice')
  const run = await beginAuto(page)
  const reported = page.getByRole('alertdialog')
  await expect(reported).toContainText('Você chegou ao número de apostas que definiu como limite.')
  await phone.picture('limit-met')
  await reported.getByRole('button', { name: 'Jogo responsável' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await expect(limits.getByRole('button', { name: /^Número de apostas:\s*Dia\s+2 de 2$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(run.getByText('Rodada 2 de 100')).toHaveCount(1)
  await expect(run.getByText('Você chegou ao número de apostas')).toBeVisible()
  await expect(run.getByRole('button', { name: 'Jogo responsável' })).toBeVisible()
})

test('a self-excluded player is paid for open bets, places no further bet and withdraws unwagered money', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const { fixtureId, outcomeId, priceMilli } = await surelyUnder(world)
  await call(world, toppedUp.token, '/api/app/sportsbook/betPlay', {
    requestId: randomBytes(16).toString('hex'),
    unitStakeCents: 9_00,
    legs: [{ outcomeId, priceMilli }],
    accept: 'any',
  })
  await comeBack(page, world, toppedUp, '/conta?tab=withdraw')
  const desk = page.getByRole('main')
  const held = desk.getByText('Liberado depois de apostar')
  await expect(held).toBeVisible()
  await desk.getByRole('button', { name: /^Jogo responsável/ }).click()
  const limits = sheet(page, 'Jogo responsável')
  await limits.getByRole('radio', { name: 'Pausas' }).click()
  const exclusion = limits.getByRole('region', { name: 'Autoexclusão' })
  await exclusion.getByRole('button', { name: '3 meses' }).click()
  await exclusion.getByRole('button', { name: 'Continuar' }).click()
  const step = limits.getByRole('region', { name: /^Ficar fora das apostas até \d+ de / })
  await step.getByRole('button', { name: 'Voltar' }).click()
  await expect(exclusion.getByRole('heading', { name: 'Autoexclusão' })).toBeFocused()
  await exclusion.getByRole('button', { name: '3 meses' }).click()
  await exclusion.getByRole('button', { name: 'Continuar' }).click()
  const begin = step.getByRole('button', { name: 'Confirmar autoexclusão' })
  await expect(begin).toBeDisabled()
  await phone.picture('exclusion-step')
  expect(await complaints(page)).toEqual([])
  await step.getByRole('checkbox').check()
  await begin.click()
  await expect(limits.getByText(/^Sua autoexclusão vale até \d+ de /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(desk.getByLabel('Valor do saque')).toBeVisible()
  await expect(held).toHaveCount(0)

  await page.goto(`${world.url}/dice`)
  await expect(page.getByText(/^Sua autoexclusão vale até /)).toBeVisible()
  await phone.picture('excluded-dice')
  await page.getByLabel('Aposta', { exact: true }).fill('1')
  await page.getByRole('button', { name: /^Rolar/ }).click()
  const reported = page.getByRole('alertdialog')
  await expect(reported).toContainText('Você se autoexcluiu.')
  await reported.getByRole('button', { name: 'Eu entendi' }).click()
  await expect(page.getByText(/neste jogo para retirar/)).toHaveCount(0)

  const before = (await infoOf(world, toppedUp)).balance
  expect(before).toBe(91)
  await advance(world, fixtureId, 'end')
  await expect.poll(async () => (await infoOf(world, toppedUp)).balance).toBeGreaterThan(100)

  await page.goto(`${world.url}/conta?tab=withdraw`)
  const rich = (await infoOf(world, toppedUp)).balance
  await desk.getByLabel('Valor do saque').fill('50')
  await phone.picture('excluded-withdraws')
  await desk.getByRole('button', { name: /^Retirar\s+R\$/ }).click()
  await desk.getByLabel('Senha', { exact: true }).fill(toppedUp.password)
  await desk.getByRole('button', { name: 'Confirmar e retirar' }).click()
  await expect(page.getByText('Solicitação de saque bem-sucedida!')).toBeVisible()
  await page.getByRole('button', { name: 'Eu entendi' }).click()
  await page.goto(`${world.url}/registros?tab=wallet`)
  await expect(desk.getByText('Saque', { exact: true }).filter({ visible: true })).toHaveCount(1)
  expect((await infoOf(world, toppedUp)).balance).toBeCloseTo(rich - 50)
  await page.goto(`${world.url}/conta`)
  await expect(page.getByText(/^Sua autoexclusão vale até /)).toBeVisible()
  await expect(page.getByText('Pagamento por PIX')).toHaveCount(0)
})

test('an in-play block is shown in a slip as soon as a match of it is live, with a link to the limits', async ({
  page,
  phone,
  world,
  toppedUp,
}) => {
  const clubs = { home: 'Serra do Quati', away: 'Vale da Pitomba', startsInSeconds: 3600, speed: 1 }
  const { fixtureId } = await scheduleMatch(world, clubs)
  await call(world, toppedUp.token, '/api/app/protection/block', { product: 'in_play', length: '24h' })
  await comeBack(page, world, toppedUp, `/footballPage/${fixtureId}?topic=all`)
  await page
    .getByRole('button', { name: /^Empate.*, odd/ })
    .first()
    .click()
  await page.getByRole('button', { name: /Ver cupom/ }).click()
  const slip = sheet(page, 'Cupom')
  const reported = slip.getByText(/^Ao vivo: bloqueado por você até /)
  await expect(slip.getByLabel('Valor da aposta', { exact: true })).toBeVisible()
  await expect(reported).toHaveCount(0)
  await advance(world, fixtureId, 'kick-off')
  await expect(reported).toBeVisible()
  await phone.picture('in-play-blocked')
  await slip.getByRole('button', { name: 'Jogo responsável' }).click()
  await expect(sheet(page, 'Jogo responsável').getByRole('radio', { name: 'Pausas' })).toBeChecked()
})

test('a looser limit waits, is shown as pending, is cancelled, and applies only after confirmation', async ({
  page,
  phone,
  world,
  toppedUp,
  db,
}) => {
  await page.clock.install()
  await comeBack(page, world, toppedUp)
  const limits = await openLimits(page)
  const row = (standing: string) =>
    limits.getByRole('button', { name: new RegExp(`^Depósito:\\s*Semana\\s+${standing}`) })
  const set = async (reais: string) => {
    await limits.getByLabel('Depósito: Semana', { exact: true }).fill(reais)
    await limits.getByRole('button', { name: 'Salvar limite' }).click()
  }
  await row('Sem limite').click()
  await set('300')
  const held = row('R\\$\\s100,00 de R\\$\\s300,00')
  await expect(held).toBeFocused()
  await held.click()
  await set('900')
  const waits = limits.getByText(/^Você pediu R\$\s900,00\. Para valer, confirme entre \d+ de .+ e \d+ de /)
  await expect(waits).toBeVisible()
  await expect(held).toBeVisible()
  await expect(limits.getByRole('button', { name: 'Confirmar', exact: true })).toHaveCount(0)
  await phone.picture('limit-waits')
  expect(await complaints(page)).toEqual([])
  await limits.getByRole('button', { name: 'Ficar com o limite atual' }).click()
  await expect(waits).toHaveCount(0)
  await expect(held).toBeFocused()

  await held.click()
  await set('900')
  await expect(waits).toBeVisible()
  // A day later.
  await db`
    update protection_own_limit set pending_starts_at = now() - interval '1 hour'
     where player_id = (select id from identity_player where email = ${toppedUp.email})`
  // The player returns to the page, which was open all the time.
  await page.clock.fastForward('00:11')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  await expect(limits.getByText(/^Seu pedido de R\$\s900,00 já pode valer\. Confirme até /)).toBeVisible()
  await limits.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(row('R\\$\\s100,00 de R\\$\\s900,00')).toBeFocused()
})

/** Above a whole quarter: the page knows the server's clock to some seconds, and shows whole minutes. */
const BEYOND_SECONDS = 10

/**
 * A session's dice rounds; its time moves by quarters of an hour, on the page's clock and on the server since sign-in.
 * After each quarter the session is as old as all of them, however long the test took: the check says its minutes.
 */
function sessionOf(page: Page, db: Db, { email }: { email: string }) {
  const clock = clockOf(page)
  let rounds = 0
  let ageSeconds = BEYOND_SECONDS
  page.on('request', (request) => {
    if (request.url().endsWith('/dice/betPlay')) rounds += 1
  })
  return {
    rounds: () => rounds,
    passes: clock.passes,
    quarterPasses: () => {
      ageSeconds += 15 * 60
      return clock.passes(
        '15:00',
        () => db`
          update identity_session set created_at = now() - ${ageSeconds} * interval '1 second'
           where player_id = (select id from identity_player where email = ${email})`,
      )
    },
  }
}

test('a player reads and saves the log of limits, breaks and our steps with reasons', async ({
  page,
  world,
  toppedUp,
  db,
}) => {
  await db`
    with opened as (
      insert into protection_case (player_id, grade, reasons, seen_on, stepped_on)
      select id, 1, '[]', '2026-11-01', '2026-11-01' from identity_player where email = ${toppedUp.email}
      returning id, player_id)
    insert into protection_case_step (player_id, case_id, step, reasons)
    select player_id, id, 'message', '[{"sign":"nights","seen":4,"from":3}]' from opened`
  await comeBack(page, world, toppedUp)
  const help = await openLimits(page, 'Ajuda')
  await help.getByText('Meu histórico de proteção').click()
  await expect(help.getByText('Enviamos uma mensagem')).toBeVisible()
  await expect(help.getByText('Motivo: várias noites de jogo entre meia-noite e 6h')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await help.getByRole('button', { name: 'Baixar CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('protection.csv')
})

test('after a big loss a pause is offered once; the player continues, or takes one, and finds it in the log', async ({
  page,
  world,
  toppedUp,
  db,
}) => {
  await db`
    insert into protection_cool_off (player_id, day, net_loss_cents, from_cents)
    select id, (now() at time zone 'America/Sao_Paulo')::date, 61234, 50000
      from identity_player where email = ${toppedUp.email}`
  await comeBack(page, world, toppedUp)
  const offered = page.getByRole('alertdialog', { name: 'Que tal uma pausa?' })
  await expect(offered.getByText(/Hoje você perdeu R\$\s612,34/)).toBeVisible()
  expect(await complaints(page)).toEqual([])
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/protection/coolOff'))
  await offered.getByRole('button', { name: 'Fazer uma pausa' }).click()
  await noted
  const limits = sheet(page, 'Jogo responsável')
  await expect(limits.getByRole('radio', { name: 'Pausas' })).toBeChecked()
  await limits.getByRole('radio', { name: 'Ajuda' }).click()
  await limits.getByText('Meu histórico de proteção').click()
  await expect(limits.getByText('Pausa sugerida')).toBeVisible()
  await expect(limits.getByText(/Perda no dia: R\$\s612,34/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(offered).toHaveCount(0)
})

test('a reality check appears on time, pauses automatic play, and leads where its player chooses', async ({
  page,
  phone,
  world,
  toppedUp,
  db,
}) => {
  await page.clock.install()
  const session = sessionOf(page, db, toppedUp)
  await comeBack(page, world, toppedUp)
  const help = await openLimits(page, 'Ajuda')
  const reminder = help
    .getByRole('region', { name: 'Lembrete de tempo' })
    .getByRole('button', { name: '15 min' })
  await reminder.click()
  await expect(reminder).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Lembrete salvo')).toBeVisible()
  await page.goto(`${world.url}/dice`)
  const run = await beginAuto(page)
  await expect(run.getByText('Rodada 2 de 100')).toHaveCount(1)

  // Its minutes grow while it is open.
  const reported = page.getByRole('alertdialog', { name: /^Você está aqui há / })
  await session.quarterPasses()
  await expect(reported).toHaveAccessibleName('Você está aqui há 15 min')
  await expect(reported.getByText('Resultado da sessão')).toBeVisible()
  const cents = async () => {
    const words = await reported.getByText(/R\$/).first().innerText()
    return Number(words.replace('−', '-').replaceAll(/[^\d-]/g, ''))
  }
  const wonCents = async () => Math.round((await infoOf(world, toppedUp)).balance * 100) - 100_00
  // Results from another phone, or of the round in flight, are counted under the dialog; no round starts.
  await expect.poll(async () => (await cents()) - (await wonCents())).toBe(0)
  const played = session.rounds()
  await rollElsewhere(world, toppedUp, { stakeCents: 5_00, targetHundredths: 50_00 })
  await expect.poll(async () => (await cents()) - (await wonCents())).toBe(0)
  await session.passes('00:30')
  await phone.picture('reality-check')
  expect(await complaints(page)).toEqual([])
  expect(session.rounds()).toBe(played)
  await reported.getByRole('button', { name: 'Continuar' }).click()
  await expect(reported).toHaveCount(0)
  await expect.poll(session.rounds).toBeGreaterThan(played)

  await session.quarterPasses()
  await expect(reported).toHaveAccessibleName('Você está aqui há 30 min')
  await reported.getByRole('button', { name: 'Fazer uma pausa' }).click()
  const limits = sheet(page, 'Jogo responsável')
  await expect(limits.getByRole('radio', { name: 'Pausas' })).toBeChecked()
  await expect(limits.getByRole('region', { name: 'Autoexclusão' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(limits).toHaveCount(0)
  await expect(run.getByText('Você parou o jogo automático.')).toBeVisible()

  await session.quarterPasses()
  await expect(reported).toHaveAccessibleName('Você está aqui há 45 min')
  await reported.getByRole('button', { name: 'Ver histórico' }).click()
  await expect(page).toHaveURL(/\/registros/)
  await expect(page.getByRole('heading', { level: 1, name: 'Minhas apostas' })).toBeVisible()

  await session.quarterPasses()
  await expect(reported).toHaveAccessibleName('Você está aqui há 1 h')
  await reported.getByRole('button', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/home/)
  await expect(page.getByRole('button', { name: 'Entrar' }).first()).toBeVisible()
  await expect(reported).toHaveCount(0)
  await expect(call(world, toppedUp.token, '/api/app/protection/limits')).rejects.toThrow(/"status":401/)
})
