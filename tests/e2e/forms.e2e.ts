import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, type KnownPlayer, registered } from './known-player.ts'
import { untilGreeted } from './lines.ts'
import { fillRegistration, noteCaptchas, somebodyNew } from './player.ts'
import { isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page
let player: KnownPlayer
/** The ids of the captchas that were drawn, first to last. */
const drawn: string[] = []

beforeAll(async () => {
  player = await registered(world)
  phone = await openPhone()
  page = phone.page
  noteCaptchas(page)
  page.on('request', (request) => {
    const id = /\/captcha\/(\d+)/.exec(request.url())?.[1]
    if (id !== undefined) drawn.push(id)
  })
})
afterAll(() => phone.close())

const captcha = () => page.getByRole('img', { name: 'Imagem com os caracteres a digitar' })
const submit = () => page.getByRole('dialog').locator('button[type=submit]')

test('5.04 a registration without the captcha is not sent, and asks for it', async () => {
  await page.goto(`${world.url}/registered`)
  await captcha().waitFor()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit().click()
  expect(await isSeen(page.getByRole('dialog').getByText('Por favor verifique'))).toBe(true)
})

test('8.09 4.16 after a refused registration the captcha is gone for 200 ms, and another one is drawn', async () => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, { ...somebodyNew(), email: player.email })
  await page.getByRole('dialog').getByRole('checkbox').check()
  const before = await captcha().getAttribute('src')
  // Held until the page was looked at: the next one may come within a few milliseconds.
  const redrawn = new Promise<number>((done) => {
    void page.route(/\/captcha\/\d+/, async (route) => {
      done(await captcha().count())
      await route.continue()
    })
  })
  await submit().click()
  expect(await redrawn).toBe(0)
  await captcha().waitFor()
  // By the page's own clock, from the last byte of the refusal to the asking for the next picture.
  const goneMs = await page.evaluate<number>(`(() => {
    const last = (part) => performance.getEntriesByType('resource').findLast(({ name }) => name.includes(part))
    return last('/captcha/').startTime - last('restRegister').responseEnd
  })()`)
  expect(goneMs).toBeGreaterThanOrEqual(195)
  expect(await captcha().getAttribute('src')).not.toBe(before)
  await page.unroute(/\/captcha\/\d+/)
})

test('4.17 the id of the captcha that a registration used is not used again', async () => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, somebodyNew())
  const used = drawn.at(-1)
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agora não' }).click()
  await page.getByRole('button', { name: /^Minha conta/ }).waitFor()
  await page.evaluate('localStorage.clear()')
  await page.goto(`${world.url}/registered`)
  await captcha().waitFor()
  expect(drawn.at(-1)).not.toBe(used)
})

test('after the welcome sheet the keyboard goes on from something on the page', async () => {
  await page.goto(`${world.url}/home`)
  await fillRegistration(page, world, somebodyNew())
  await page.getByRole('dialog').getByRole('checkbox').check()
  await submit().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Agora não' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate('document.activeElement?.tagName ?? "BODY"')).not.toBe('BODY')
})

test('5.25 changing the password asks for the original, the new and the repeated one', async () => {
  await comeBack(page, world, player)
  await page.getByRole('button', { name: /^Minha conta/ }).click()
  await page.getByRole('button', { name: 'Mudar senha' }).click()
  const form = sheet(page, 'Mudar senha')
  const save = form.getByRole('button', { name: 'Salvar senha' })
  await save.click()
  expect(await isSeen(form.getByText('Digite a senha atual.'))).toBe(true)
  await form.locator('input[name=password]').fill(player.password)
  await save.click()
  expect(await isSeen(form.getByText('Digite a nova senha.'))).toBe(true)
  await form.locator('input[name=new-password]').fill('uma-senha-nova-9')
  await save.click()
  expect(await isSeen(form.getByText('Repita a nova senha.'))).toBe(true)
})

test('2.29 leaving the page of a game tells the server its code', async () => {
  const line = untilGreeted(page)
  await page.goto(`${world.url}/dice`)
  const socket = await line
  const told = socket.waitForEvent('framesent', ({ payload }) => payload.includes('offGame'))
  await page.getByRole('button', { name: 'Voltar' }).click()
  expect((await told).payload).toContain('{"gameCode":"dice"}')
})

test('2.05 home stands as it was left when a player comes back to it', async () => {
  await page.goto(`${world.url}/home`)
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate(`document.querySelector('main').dataset.left = 'here'; scrollTo(0, 500)`)
  await page.getByRole('link', { name: 'Esportes' }).last().click()
  await page.waitForURL('**/footballPage**')
  await page.getByRole('link', { name: 'Início' }).last().click()
  await page.waitForURL('**/home')
  await expect
    .poll(() => page.evaluate(`document.querySelector('main[data-left=here]')?.checkVisibility()`))
    .toBe(true)
  // A match that begins or ends meanwhile moves what stands below it by a little.
  await expect.poll(async () => Math.abs(500 - ((await page.evaluate('scrollY')) as number))).toBeLessThan(20)
})
