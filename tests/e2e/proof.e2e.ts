import { randomInt } from 'node:crypto'
import { expect, test as base } from './test.ts'
import { openPreparedApp } from '../../tools/test/whole-app.ts'
import { registered } from './known-player.ts'
import { readCaptcha, type World } from './player.ts'

const test = base.extend<{ guessedWorld: World }>({
  /** A separate app: the guesses throttle everybody else from this network. */
  guessedWorld: [
    async ({}, use) => {
      const { stop, ...app } = await openPreparedApp()
      await use(app)
      await stop()
    },
    // Opened before the page and closed after it: otherwise the page would report that its app is closing.
    { timeout: 300_000, auto: true },
  ],
})

/** A wrong guess from this network with a solved captcha; returns the refusal's code. */
async function guess(world: World): Promise<unknown> {
  const codeId = String(randomInt(100_000_000))
  await (await fetch(`${world.url}/api/auth/user/captcha/${codeId}`)).arrayBuffer()
  const { text: captCode } = (await (await fetch(`${world.sandboxUrl}/captcha/${codeId}`)).json()) as {
    text: string
  }
  const answer = await fetch(`${world.url}/api/auth/user/restLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `p${codeId}@palpite.example`, pwd: 'guess 1', codeId, captCode }),
  })
  const { data } = (await answer.json()) as { data: { code?: unknown } | null }
  return data?.code
}

const MOST_GUESSES = 500

async function guessUntilPutOff(world: World): Promise<number> {
  for (let guesses = 1; guesses <= MOST_GUESSES; guesses += 1) {
    if ((await guess(world)) === 'proof_needed') return guesses
  }
  throw new Error(`${MOST_GUESSES} guesses were let through`)
}

test('while somebody guesses from the same network, an owner on a new device logs in by keyboard: their browser proves work', async ({
  page,
  guessedWorld: world,
}) => {
  const player = await registered(world)
  expect(await guessUntilPutOff(world)).toBeGreaterThan(10)
  const proofs: boolean[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/restLogin')) proofs.push(/"proof":/.test(request.postData() ?? ''))
  })
  await page.goto(`${world.url}/home`)
  // Prerendered content handles no key.
  await expect(page.locator('[data-drawn]')).not.toBeAttached()
  await page.getByRole('button', { name: 'Entrar' }).first().press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('E-mail').focus()
  await page.keyboard.type(player.email)
  await sheet.getByLabel('Senha', { exact: true }).focus()
  await page.keyboard.type(player.password)
  await sheet.getByLabel('Código de verificação').focus()
  await page.keyboard.type(await readCaptcha(page, world))
  await page.keyboard.press('Enter')
  // The proof occupies a processor for seconds, which others need too.
  await expect(page.getByRole('button', { name: /^Minha conta/ })).toBeAttached({ timeout: 60_000 })
  expect(proofs).toEqual([false, true])
  await expect(page.locator(':focus')).toHaveCount(1)
})
