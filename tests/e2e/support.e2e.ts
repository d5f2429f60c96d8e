import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, openDb } from '../../apps/server/src/platform/db/index.ts'
import { startPostgres } from '../../apps/server/src/platform/postgres/index.ts'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints, settled } from './accessible.ts'
import { comeBack, infoOf, type KnownPlayer, registered, rollElsewhere, toppedUp } from './known-player.ts'
import { fillRegistration, noteCaptchas, somebodyNew } from './player.ts'
import { alerted, breakages, isSeen, sheet } from './sheets.ts'
import { answerAtDesk } from './support-desk.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

let phone: Phone
let player: KnownPlayer
beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
})
afterAll(() => phone.close())

const chat = () => sheet(phone.page, 'Atendimento')

test('2.59 Atendimento ao Cliente in the settings menu opens the support chat', async () => {
  const { page } = phone
  await comeBack(page, world, player)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  await chat().getByText('Conte o que aconteceu').waitFor()
  await phone.picture('support-empty')
  expect(await complaints(page)).toEqual([])
})

test('2.44 a player asks in the chat, and the answer comes to the open page', async () => {
  const { page } = phone
  const words = `Onde está meu saque? ${player.email}`
  await chat().getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
  await chat().getByRole('button', { name: 'Enviar', exact: true }).click()
  await chat().getByText(words).waitFor()
  await answerAtDesk(world, words, 'Já foi pago, confira o extrato.')
  await chat().getByText('Já foi pago, confira o extrato.').waitFor()
  await chat().getByText('Lida').waitFor({ state: 'attached' })
  await phone.picture('support-answered')
  expect(await complaints(page)).toEqual([])
})

test('the chat ends when the player says so, and what was said comes by mail', async () => {
  const { page } = phone
  await chat().getByRole('button', { name: 'Encerrar a conversa' }).click()
  await chat().getByText('Quero receber a conversa por e-mail').click()
  await chat().getByRole('button', { name: 'Encerrar', exact: true }).click()
  await chat().getByRole('button', { name: 'Encerrar a conversa' }).waitFor({ state: 'hidden' })
  const mailed = async () => {
    const answer = await fetch(`${world.sandboxUrl}/mailbox?to=${encodeURIComponent(player.email)}`)
    const { mails } = (await answer.json()) as { mails: { text: string }[] }
    return mails[0]?.text ?? ''
  }
  await expect.poll(mailed, { timeout: 15_000 }).toContain('Já foi pago, confira o extrato.')
  await page.keyboard.press('Escape')
  await chat().waitFor({ state: 'hidden' })
})

test('2.03 a link from a mail signs in, leaves the address bar, and is over afterwards', async () => {
  const { page } = phone
  await page.goto(`${world.url}/error`)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  const login = page.getByRole('dialog')
  await login.getByLabel('E-mail').fill(player.email)
  await login.getByRole('button', { name: 'Receber um link para entrar por e-mail' }).click()
  await login.getByText('o link já está a caminho').waitFor()
  await phone.picture('sign-in-link')
  const linked = async () => {
    const answer = await fetch(`${world.sandboxUrl}/mailbox?to=${encodeURIComponent(player.email)}`)
    const { mails } = (await answer.json()) as { mails: { text: string }[] }
    return /\/zgo[\w-]+/.exec(mails[0]?.text ?? '')?.[0]
  }
  await expect.poll(linked, { timeout: 15_000 }).toBeDefined()
  const link = (await linked()) ?? ''
  await page.goto(world.url + link)
  await page.getByRole('button', { name: /^Minha conta/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/home')
  await page.goto(world.url + link)
  expect(await alerted(page)).toBe('Este link já foi usado ou venceu. Peça outro.')
})

describe('1.22 1.23 who invites somebody', () => {
  let inviter: KnownPlayer
  let db: Db
  beforeAll(async () => {
    const { ownerUrl } = await startPostgres({ dataDir: world.dataDir }) // attaches to the one that runs
    db = openDb({ url: ownerUrl, connections: 1, onLostConnection: () => {} })
    inviter = await toppedUp(world, await registered(world))
  })
  afterAll(() => db.close())
  const goTo = (path: string) => comeBack(phone.page, world, inviter, path)
  const main = () => phone.page.getByRole('main')

  /** As if what this player staked today had been staked two days ago, a day that is surely over, of which nothing was paid yet. */
  const dayGoesBy = async (email: string): Promise<void> => {
    await db`
      update ledger_account set turnover_day = turnover_day - 2
       where player_id = (select id from identity_player where email = ${email})
         and turnover_day = (now() at time zone 'America/Sao_Paulo')::date`
    await db`
      delete from rewards_commission_run
       where day = (now() at time zone 'America/Sao_Paulo')::date - 2`
  }

  test('sees them come by the link, who tops up and plays; and the day goes by', async () => {
    const friend = await openPhone()
    noteCaptchas(friend.page)
    const invited = somebodyNew()
    const { yqm } = await infoOf(world, inviter)
    await friend.page.goto(`${world.url}/y${yqm}`)
    await fillRegistration(friend.page, world, invited)
    const register = friend.page.getByRole('dialog')
    expect(await isSeen(register.getByText(yqm))).toBe(true)
    await register.getByRole('checkbox').check()
    await register.getByRole('button', { name: 'Cadastrar', exact: true }).click()
    await friend.page.getByRole('button', { name: 'Agora não' }).click()
    const token = await friend.page.evaluate<string>(`localStorage.getItem('token')`)
    await friend.close()
    await rollElsewhere(world, await toppedUp(world, { ...invited, token }), {
      stakeCents: 15_00, // less than the ladder asks for: nothing else comes of it
      targetHundredths: 50_00,
    })
    await dayGoesBy(invited.email)
    await goTo('/agentJl')
    await main().getByText('1 pessoa', { exact: true }).first().waitFor()
  })

  test('climbs a VIP step, and claims its award', async () => {
    for (let rolls = 0; rolls < 17; rolls += 1) {
      await rollElsewhere(world, inviter, { stakeCents: 25_00, targetHundredths: 2_00 })
    }
    await goTo('/vip')
    await main()
      .getByRole('button', { name: /^Resgatar R\$\s2,00/ })
      .click()
    expect(await alerted(phone.page)).toMatch(/^Você recebeu R\$\s2,00 em bônus/)
    await main()
      .getByText(/^Prêmio de R\$\s2,00 resgatado em /)
      .waitFor()
  })

  test('asks support about a bet, which sees the bet it is about, and answers', async () => {
    const { page } = phone
    await goTo('/footballPage?when=week')
    await page
      .getByRole('button', { name: /vence, odd/ })
      .first()
      .click()
    await page.getByRole('button', { name: /Ver cupom/ }).click()
    const slip = sheet(page, 'Cupom')
    await slip.getByRole('button', { name: '5', exact: true }).click()
    await slip.getByLabel('Se a odd mudar').selectOption('Aceitar qualquer')
    await slip.getByRole('button', { name: /^Apostar R\$\s5,00/ }).click()
    await sheet(page, 'Aposta feita').waitFor()
    await goTo('/registros')
    const bet = main().getByRole('article').first()
    await bet.getByRole('button').first().click()
    await bet.getByRole('button', { name: 'Falar com o atendimento' }).click()
    const chat = sheet(page, 'Atendimento')
    const words = `Quando sai o resultado? ${inviter.email}`
    await chat.getByRole('textbox', { name: 'Escreva sua mensagem' }).fill(words)
    await chat.getByRole('button', { name: 'Enviar', exact: true }).click()
    await chat
      .getByRole('log')
      .getByText(/^Aposta [0-9A-Z]{13}$/)
      .waitFor()
    await answerAtDesk(world, words, 'Assim que a partida terminar.')
    expect(await isSeen(chat.getByText('Assim que a partida terminar.'))).toBe(true)
    await phone.picture('support-about-a-bet')
  })

  test('has the commission of the day, which a message tells and the agent page shows', async () => {
    const { page } = phone
    // The day is paid within the minute: as soon as it is, the message is there.
    const told = main().getByRole('button', { name: /^Não lida: Comissão de indicação/ })
    const tellings = async () => {
      await goTo('/gameMess?kind=bonus')
      await settled(page)
      return told.count()
    }
    await expect.poll(tellings, { timeout: 120_000, interval: 3000 }).toBe(1)
    await told.click()
    const message = sheet(page, 'Comissão de indicação')
    await message.getByText(/R\$\s0,04/).waitFor()
    await message.getByRole('button', { name: 'Ver' }).click()
    await page.waitForURL('**/agentJl')
    expect(
      await isSeen(
        main()
          .getByText(/^R\$\s0,04$/)
          .first(),
      ),
    ).toBe(true)
    await phone.picture('commission')
  })
})

test('2.44 where a provider is set its page stands in the slide-in, and gets licence, username and e-mail by message', async () => {
  const { page } = phone
  const providerUrl = `${world.sandboxUrl.replace('localhost', '127.0.0.1')}/chat-of-a-provider`
  const channels = '**/api/app/support/channels'
  await page.route(channels, async (route) => {
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
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  const frame = page.frameLocator('iframe[title="Atendimento"]')
  await frame.getByText(`licence-7,${player.email},${player.email}`).waitFor()
  expect(await page.locator('iframe').getAttribute('src')).toBe(providerUrl)
  await phone.picture('support-provider')
  await page.unrouteAll()
})

test('2.59 a visitor logs in first, and the chat opens after it', async () => {
  const { page } = phone
  await page.goto(`${world.url}/error`)
  await page.evaluate('localStorage.clear()')
  await page.goto(`${world.url}/home`)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Atendimento ao Cliente' }).click()
  await page.getByRole('dialog').getByLabel('Senha', { exact: true }).waitFor()
  expect(breakages(phone.faults())).toEqual([])
})
