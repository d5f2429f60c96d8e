import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Db } from '../../apps/server/src/platform/db/index.ts'
import { until } from '../../tools/test/until.ts'
import { complaints } from './accessible.ts'
import { test } from './database.ts'
import {
  call,
  comeBack,
  infoOf,
  type KnownPlayer,
  registered,
  rollElsewhere,
  toppedUp as withTopUp,
} from './known-player.ts'
import { fillRegistration, somebodyNew, surelyUnder, type World } from './player.ts'
import { alerted, sheet } from './sheets.ts'
import { answerAtDesk, askElsewhere } from './support-desk.ts'

const chatOn = (page: Page) => sheet(page, 'Atendimento')

/** Opens the chat from the menu. */
async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
}

/** The last mail to this address. */
async function lastMail(world: World, email: string): Promise<string> {
  const answer = await fetch(`${world.sandboxUrl}/mailbox?to=${encodeURIComponent(email)}`)
  const { mails } = (await answer.json()) as { mails: { text: string }[] }
  return mails[0]?.text ?? ''
}

test('2.59 Atendimento ao Cliente in the settings menu opens the support chat', async ({
  page,
  phone,
  player,
  world,
}) => {
  await comeBack(page, world, player)
  await openChat(page)
  await expect(chatOn(page).getByText('Conte o que aconteceu')).toBeVisible()
  await phone.picture('support-empty')
  expect(await complaints(page)).toEqual([])
})

test('2.44 a player asks in the chat, and the answer comes to the open page', async ({
  page,
  phone,
  player,
  world,
}) => {
  const words = `Onde está meu saque? ${player.email}`
  const chat = chatOn(page)
  await comeBack(page, world, player)
  await openChat(page)
  await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
  await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(chat.getByText(words)).toBeVisible()
  await answerAtDesk(world, words, 'Já foi pago, confira o extrato.')
  await expect(chat.getByText('Já foi pago, confira o extrato.')).toBeVisible()
  await expect(chat.getByText('Lida')).toBeAttached()
  await phone.picture('support-answered')
  expect(await complaints(page)).toEqual([])
})

test('the chat ends when the player says so, and a transcript is mailed', async ({ page, player, world }) => {
  const words = `Onde está meu saque? ${player.email}`
  const chat = chatOn(page)
  await askElsewhere(world, player, words)
  await answerAtDesk(world, words, 'Já foi pago, confira o extrato.')
  await comeBack(page, world, player)
  await openChat(page)
  await chat.getByRole('button', { name: 'Encerrar a conversa' }).click()
  await chat.getByText('Quero receber a conversa por e-mail').click()
  await chat.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect(chat.getByRole('button', { name: 'Encerrar a conversa' })).toBeHidden()
  await expect.poll(() => lastMail(world, player.email)).toContain('Já foi pago, confira o extrato.')
  await page.keyboard.press('Escape')
  await expect(chat).toBeHidden()
})

test('2.03 a mailed link signs in, leaves the address bar, and is used up', async ({
  page,
  phone,
  player,
  world,
}) => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  const login = page.getByRole('dialog')
  await login.getByLabel('E-mail').fill(player.email)
  await login.getByRole('button', { name: 'Receber um link para entrar por e-mail' }).click()
  await expect(login.getByText('o link já está a caminho')).toBeVisible()
  await phone.picture('sign-in-link')
  const link = await until('a link is mailed', async () => {
    return /\/zgo[\w-]+/.exec(await lastMail(world, player.email))?.[0]
  })
  await page.goto(world.url + link)
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeVisible()
  await expect(page).toHaveURL(/\/home$/)
  await page.goto(world.url + link)
  expect(await alerted(page)).toBe('Este link já foi usado ou venceu. Peça outro.')
})

/**
 * Moves this player's stakes of today to a closed day without paid commission: before any day with stakes, because
 * each day's commission is paid once.
 */
async function dayGoesBy(db: Db, email: string): Promise<void> {
  const [staked] = await db<{ day: string }[]>`
    update ledger_account
       set turnover_day = (select least(min(turnover_day), (now() at time zone 'America/Sao_Paulo')::date - 1) - 1
                             from ledger_account)
     where player_id = (select id from identity_player where email = ${email})
       and turnover_day = (now() at time zone 'America/Sao_Paulo')::date
    returning turnover_day::text as day`
  if (!staked) throw new Error(`${email} has staked nothing today`)
  await db`delete from rewards_commission_run where day = ${staked.day}::date`
}

/** A friend tops up and plays, below the ladder's requirement: nothing else follows. */
async function playsAsFriend(world: World, friend: KnownPlayer): Promise<void> {
  await rollElsewhere(world, await withTopUp(world, friend), { stakeCents: 15_00, targetHundredths: 50_00 })
}

test.describe('1.22 1.23 an inviter', () => {
  test('sees a friend join by the link, top up and play; and the day passes', async ({
    db,
    openPhone,
    page,
    toppedUp,
    world,
  }) => {
    const friend = await openPhone()
    const invited = somebodyNew()
    const { yqm } = await infoOf(world, toppedUp)
    await friend.page.goto(`${world.url}/y${yqm}`)
    await fillRegistration(friend.page, world, invited)
    const register = friend.page.getByRole('dialog')
    await expect(register.getByText(yqm)).toBeVisible()
    await register.getByRole('checkbox').check()
    await register.getByRole('button', { name: 'Cadastrar', exact: true }).click()
    await friend.page.getByRole('button', { name: 'Agora não' }).click()
    const token = await friend.page.evaluate<string>(`localStorage.getItem('token')`)
    await playsAsFriend(world, { ...invited, token })
    await dayGoesBy(db, invited.email)
    await comeBack(page, world, toppedUp, '/agentJl')
    await expect(page.getByRole('main').getByText('1 pessoa', { exact: true }).first()).toBeVisible()
  })

  test('reaches a VIP level, and claims its award', async ({ page, toppedUp, world }) => {
    for (let rolls = 0; rolls < 17; rolls += 1)
      await rollElsewhere(world, toppedUp, { stakeCents: 25_00, targetHundredths: 2_00 })
    await comeBack(page, world, toppedUp, '/vip')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: /^Resgatar R\$\s2,00/ }).click()
    expect(await alerted(page)).toMatch(/^Você recebeu R\$\s2,00 em bônus/)
    await expect(main.getByText(/^Prêmio de R\$\s2,00 resgatado em /)).toBeVisible()
  })

  test('asks support about a bet, which support sees, and answers', async ({
    page,
    phone,
    toppedUp,
    world,
  }) => {
    const { outcomeId, priceMilli } = await surelyUnder(world)
    const requestId = randomBytes(16).toString('hex')
    const stake = { requestId, unitStakeCents: 500, accept: 'any', legs: [{ outcomeId, priceMilli }] }
    await call(world, toppedUp.token, '/api/app/sportsbook/betPlay', stake)
    await comeBack(page, world, toppedUp, '/registros')
    const bet = page.getByRole('main').getByRole('article').first()
    await bet.getByRole('button').first().click()
    await bet.getByRole('button', { name: 'Falar com o atendimento' }).click()
    const chat = chatOn(page)
    const words = `Quando sai o resultado? ${toppedUp.email}`
    await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
    await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(chat.getByRole('log').getByText(/^Aposta [0-9A-Z]{13}$/)).toBeVisible()
    await answerAtDesk(world, words, 'Assim que a partida terminar.')
    await expect(chat.getByText('Assim que a partida terminar.')).toBeVisible()
    await phone.picture('support-about-a-bet')
  })

  test("gets the day's commission, with a message and on the agent page", async ({
    db,
    page,
    phone,
    toppedUp,
    world,
  }) => {
    const friend = await registered(world, (await infoOf(world, toppedUp)).yqm)
    await playsAsFriend(world, friend)
    await dayGoesBy(db, friend.email)
    const isReported = async () => {
      const listed = await call(world, toppedUp.token, '/api/app/messages/list?kind=bonus')
      return (listed as { items: { title: string }[] }).items.some(
        ({ title }) => title === 'Comissão de indicação',
      )
    }
    // Closed days are paid once a minute.
    await until('the commission is told', isReported, { patienceMs: 120_000 })
    await comeBack(page, world, toppedUp, '/gameMess?kind=bonus')
    const main = page.getByRole('main')
    await main.getByRole('button', { name: /^Não lida: Comissão de indicação/ }).click()
    const message = sheet(page, 'Comissão de indicação')
    await expect(message.getByText(/R\$\s0,04/)).toBeVisible()
    await message.getByRole('button', { name: 'Ver' }).click()
    await expect(page).toHaveURL(/\/agentJl$/)
    await expect(main.getByText(/^R\$\s0,04$/).first()).toBeVisible()
    await phone.picture('commission')
  })
})

test('2.44 with a configured provider its page is in the slide-in, and gets licence, username and e-mail by message', async ({
  page,
  phone,
  player,
  world,
}) => {
  const providerUrl = `${world.sandboxUrl.replace('localhost', '127.0.0.1')}/chat-of-a-provider`
  await page.route('**/api/app/support/channels', async (route) => {
    const answer = await route.fetch()
    const envelope = (await answer.json()) as { data: object }
    const data = { ...envelope.data, provider: { url: providerUrl, licence: 'licence-7' } }
    await route.fulfill({ response: answer, json: { ...envelope, data } })
  })
  await page.route(providerUrl, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<script>onmessage = ({ data }) => (document.body.innerText = Object.values(data).join())</script><body>',
    }),
  )
  await comeBack(page, world, player)
  await openChat(page)
  const frame = page.frameLocator('iframe[title="Atendimento"]')
  await expect(frame.getByText(`licence-7,${player.email},${player.email}`)).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('src', providerUrl)
  await phone.picture('support-provider')
})

test('2.59 a visitor logs in first, and the chat opens after it', async ({ page, world }) => {
  await page.goto(`${world.url}/home`)
  await openChat(page)
  await expect(page.getByRole('dialog').getByLabel('Senha', { exact: true })).toBeVisible()
})
