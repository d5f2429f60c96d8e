import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { breakages, isSeen, sheet } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()
let phone: Phone
let page: Page

beforeAll(async () => {
  phone = await openPhone()
  page = phone.page
})
afterAll(() => phone.close())

/** From home to the sports, so that there is something to go back to. */
beforeEach(async () => {
  await page.goto(`${world.url}/home`)
  await appHasCome()
  await tab('Esportes').click()
  await heading('Esportes').waitFor()
})

/** Before it has come a link leads to another document, and the way back from there to another one still. */
const appHasCome = () => page.locator('[data-drawn]').waitFor({ state: 'detached' })

const tab = (name: string) => page.getByRole('link', { name, exact: true }).last()
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const gamesSheet = () => sheet(page, 'Jogos')
const openGames = () => page.getByRole('button', { name: 'Jogos', exact: true }).click()
/** Presses the button on the page itself, so that the next line of the test finds the very moment after it. */
const closeAtOnce = `document.querySelector('dialog[open] button[aria-label="Fechar"]').click()`
const path = () => new URL(page.url()).pathname
/** Asked for after the answer: a step to another document takes away who would answer. */
const back = () => page.evaluate('{ setTimeout(() => history.back()) }')

test('an address that is gone to as a sheet closes is not lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    await openGames()
    await gamesSheet().waitFor()
    // A macrotask later: the moment in which a step back would be under way.
    await page.evaluate(`{ ${closeAtOnce}; setTimeout(() => location.assign("/home"), ${round}) }`)
    await page.waitForURL('**/home')
    await appHasCome()
    await page.waitForTimeout(200)
    expect(path()).toBe('/home')
    await tab('Esportes').click()
    await heading('Esportes').waitFor()
  }
})

test('a sheet that opens as another one closes stays', async () => {
  for (const waitMs of [0, 1, 5, 20]) {
    await openGames()
    await gamesSheet().waitFor()
    const open = `[...document.querySelectorAll('nav[aria-label=Principal] button')].at(-1).click()`
    await page.evaluate(`{ ${closeAtOnce}; setTimeout(() => ${open}, ${waitMs}) }`)
    await gamesSheet().waitFor()
    await page.waitForTimeout(300)
    expect(await gamesSheet().isVisible()).toBe(true)
    await page.evaluate(closeAtOnce)
    await gamesSheet().waitFor({ state: 'hidden' })
  }
})

test('one step back closes an open sheet, and one more leaves the screen', async () => {
  await openGames()
  await gamesSheet().waitFor()
  await back()
  await gamesSheet().waitFor({ state: 'hidden' })
  expect(path()).toBe('/footballPage')
  await back()
  await page.waitForURL('**/home')
})

test('after sheets that were closed by their button one step back leaves the screen', async () => {
  for (let round = 0; round < 3; round += 1) {
    await openGames()
    await gamesSheet().waitFor()
    await page.keyboard.press('Escape')
    await gamesSheet().waitFor({ state: 'hidden' })
  }
  await back()
  await page.waitForURL('**/home')
  await page.goForward()
  await heading('Esportes').waitFor()
  expect(path()).toBe('/footballPage')
})

test('a filter chosen after a sheet was closed is kept, and is no step of its own', async () => {
  await openGames()
  await gamesSheet().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Semana/ }).click()
  await page.waitForURL('**/footballPage?*when=week*')
  await openGames()
  await gamesSheet().waitFor()
  await back()
  await gamesSheet().waitFor({ state: 'hidden' })
  expect(page.url()).toContain('when=week')
  await back()
  await page.waitForURL('**/home')
})

test('a screen gone to from a sheet stands above the one below the sheet', async () => {
  await openGames()
  await gamesSheet().waitFor()
  await page.keyboard.press('Escape')
  await tab('Início').click()
  await page.waitForURL('**/home')
  await back()
  await heading('Esportes').waitFor()
  expect(path()).toBe('/footballPage')
})

test('a reload under a closed sheet keeps the way back', async () => {
  await openGames()
  await gamesSheet().waitFor()
  await page.keyboard.press('Escape')
  await gamesSheet().waitFor({ state: 'hidden' })
  await page.reload()
  // What was drawn beforehand takes no step past the entry of the sheet.
  await appHasCome()
  await heading('Esportes').waitFor()
  await back()
  await page.waitForURL('**/home')
  expect(breakages(phone.faults())).toEqual([])
})

test('a step back before the app has come leaves the entry of a closed sheet, too', async () => {
  await openGames()
  await gamesSheet().waitFor()
  await page.keyboard.press('Escape')
  await gamesSheet().waitFor({ state: 'hidden' })
  let letGo = () => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(/\/assets\/.*first.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  // Asked for once the app has begun, which waits for its texts from then on.
  const begun = page.waitForRequest(/\/assets\/keep-shell.*\.js/)
  await page.reload({ waitUntil: 'commit' })
  await begun
  await page.evaluate(`new Promise((done) => {
    addEventListener('popstate', () => done(), { once: true })
    history.back()
  })`)
  letGo()
  await page.waitForURL('**/home')
  // Taken away while a request is held, a route answers it twice.
  await page.unrouteAll({ behavior: 'wait' })
  expect(path()).toBe('/home')
})

test('a step back answers a message first, then closes the sheet below it', async () => {
  await page.getByRole('button', { name: 'Entrar' }).first().click()
  const form = sheet(page, 'Entrar')
  await form.getByLabel('E-mail').fill('alguem@example.com')
  await form.getByLabel('Senha', { exact: true }).fill('uma-senha-qualquer')
  await form.getByLabel('Código de verificação').fill('errado')
  await form.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('alertdialog').waitFor()
  await back()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  expect(await isSeen(form)).toBe(true)
  await back()
  await form.waitFor({ state: 'hidden' })
  expect(path()).toBe('/footballPage')
})
