import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { complaints } from './accessible.ts'
import { comeBack, type KnownPlayer, registered } from './known-player.ts'
import { alerted, breakages, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

let phone: Phone
let player: KnownPlayer
beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
})
afterAll(() => phone.close())

/** Answers at the sandbox's page of support, as the form there does. */
async function answerAtDesk(words: string, text: string): Promise<void> {
  const desk = await (await fetch(`${world.sandboxUrl}/atendimento`)).text()
  const asked = desk.split('<section>').find((section) => section.includes(words)) ?? ''
  const threadId = /name="threadId" value="([^"]+)"/.exec(asked)?.[1] ?? ''
  const body = new URLSearchParams({ threadId, text })
  await fetch(`${world.sandboxUrl}/atendimento`, { method: 'POST', body })
}

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
  await answerAtDesk(words, 'Já foi pago, confira o extrato.')
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
