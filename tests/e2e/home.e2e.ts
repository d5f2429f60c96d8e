import { expect, test } from 'vitest'
import { openPhone } from '../../tools/test/phone.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

test('a newcomer opens the address and lands on home, with nothing broken', async () => {
  const phone = await openPhone()
  try {
    await phone.page.goto(world.url)
    await phone.page.waitForURL('**/home')
    await phone.page.getByRole('main').waitFor()
    await phone.picture('home')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

test('an address that does not exist leads home', async () => {
  const phone = await openPhone()
  try {
    await phone.page.goto(`${world.url}/nowhere/at/all`)
    await phone.page.waitForURL('**/home')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

test('a game that cannot be played has no tile, and its address says so', async () => {
  const phone = await openPhone()
  try {
    const rules = '**/api/app/games/rules'
    await phone.page.route(rules, async (route) => {
      const answer = await route.fetch()
      const envelope = (await answer.json()) as { data: { game: string; isOpen: boolean }[] }
      const data = envelope.data.map((game) => (game.game === 'mines' ? { ...game, isOpen: false } : game))
      await route.fulfill({ response: answer, json: { ...envelope, data } })
    })
    await phone.page.goto(`${world.url}/home`)
    await phone.page.getByRole('link', { name: /^Dice/ }).first().waitFor()
    await expect.poll(() => phone.page.getByRole('link', { name: /^Mines/ }).count()).toBe(0)
    await phone.page.goto(`${world.url}/mines`)
    await phone.page.getByText('Este jogo está em pausa').waitFor()
    expect(phone.faults()).toEqual([])
    await phone.page.unroute(rules)
  } finally {
    await phone.close()
  }
})

test('the address of the registration shows home with the register tab open', async () => {
  const phone = await openPhone()
  try {
    await phone.page.goto(`${world.url}/registered`)
    const sheet = phone.page.getByRole('dialog')
    await sheet.getByRole('radio', { name: 'Cadastrar', checked: true }).waitFor()
    await sheet.getByLabel('Repita a senha').waitFor()
    await phone.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await phone.page
      .getByRole('contentinfo')
      .getByText('Palpite oferece apostas esportivas e jogos.')
      .waitFor()
    expect(new URL(phone.page.url()).pathname).toBe('/registered')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})

test('help stands in the page in the language of the browser or the address, and the app goes on in it', async () => {
  const german = await fetch(`${world.url}/ajuda`, { headers: { 'accept-language': 'de-AT' } })
  const page = await german.text()
  expect(page).toContain('<html lang="de"')
  expect(page).toContain('<title>Hilfe · Palpite</title>')
  expect(page).toMatch(/"@type":"FAQPage","inLanguage":"de"/)
  expect(page).toContain('href="/ajuda/artigos/mines?lang=de"')

  const phone = await openPhone()
  try {
    await phone.page.goto(`${world.url}/ajuda?lang=ja`)
    await phone.page.locator('[data-drawn]').waitFor({ state: 'detached' })
    await phone.page.getByRole('heading', { name: 'ヘルプ' }).first().waitFor()
    expect(await phone.page.getAttribute('html', 'lang')).toBe('ja')
    expect(phone.faults()).toEqual([])
  } finally {
    await phone.close()
  }
})
