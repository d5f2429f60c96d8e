import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { openWholeApp, type WholeApp } from '../../tools/test/whole-app.ts'
import { type KnownPlayer, registered } from './known-player.ts'
import { noteCaptchas, readCaptcha } from './player.ts'
import { hasFocus } from './sheets.ts'

let app: WholeApp
let phone: Phone
let player: KnownPlayer

beforeAll(async () => {
  app = await openWholeApp() // of its own: nobody else's sign-ins are to be put off
  player = await registered(app)
  phone = await openPhone()
  noteCaptchas(phone.page)
}, 240_000)

afterAll(async () => {
  await phone?.close()
  await app?.stop()
})

/** A wrong guess from this network, with a captcha that was read; answers the code of the refusal. */
async function guess(): Promise<unknown> {
  const codeId = String(randomInt(100_000_000))
  await (await fetch(`${app.url}/api/auth/user/captcha/${codeId}`)).arrayBuffer()
  const { text: captCode } = (await (await fetch(`${app.sandboxUrl}/captcha/${codeId}`)).json()) as {
    text: string
  }
  const answer = await fetch(`${app.url}/api/auth/user/restLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `p${codeId}@palpite.example`, pwd: 'guess 1', codeId, captCode }),
  })
  const { data } = (await answer.json()) as { data: { code?: unknown } | null }
  return data?.code
}

const MOST_GUESSES = 500

async function guessUntilPutOff(): Promise<number> {
  for (let guesses = 1; guesses <= MOST_GUESSES; guesses += 1) {
    if ((await guess()) === 'proof_needed') return guesses
  }
  throw new Error(`${MOST_GUESSES} guesses were let through`)
}

test('while somebody guesses from the same network, an owner on a new device enters by the keyboard: their browser proves work', async () => {
  const { page } = phone
  expect(await guessUntilPutOff()).toBeGreaterThan(10)
  const proofs: boolean[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/restLogin')) proofs.push(/"proof":/.test(request.postData() ?? ''))
  })
  await page.goto(`${app.url}/home`)
  // What was drawn beforehand answers no key.
  await page.locator('[data-drawn]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Entrar' }).first().press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').focus()
  await page.keyboard.type(player.email)
  await sheet.getByLabel('Senha', { exact: true }).focus()
  await page.keyboard.type(player.password)
  await sheet.getByLabel('Código de verificação').focus()
  await page.keyboard.type(await readCaptcha(page, app))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Minha conta/ }).waitFor({ state: 'attached', timeout: 60_000 })
  expect(proofs).toEqual([false, true])
  expect(await hasFocus(page.locator('body'))).toBe(false)
  expect(phone.faults().filter((fault) => !fault.startsWith('Failed to load resource'))).toEqual([])
})
