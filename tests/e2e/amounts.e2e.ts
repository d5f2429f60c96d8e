import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPhone, type Phone } from '../../tools/test/phone.ts'
import { comeBack, registered } from './known-player.ts'
import { breakages } from './sheets.ts'
import { ownWorld } from './world.ts'

const world = await ownWorld()

/** The other language shows the same amounts with the two marks changed over. */
const mirrored = (text: string) => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))

/** What the field shows, with `|` where the caret stands. */
const withCaret = (field: Locator): Promise<string> =>
  field.evaluate((input: { value: string; selectionStart: number | null }) => {
    const caret = input.selectionStart ?? 0
    return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
  })

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe.each([
  { language: 'pt-BR', label: 'Aposta', shown: (text: string) => text },
  { language: 'en', label: 'Stake', shown: mirrored },
])('the stake of dice in $language', ({ language, label, shown }) => {
  let phone: Phone
  let page: Page
  let field: Locator

  beforeAll(async () => {
    phone = await openPhone({ language })
    page = phone.page
    const look = `theme=dark&text=100&motion=off&language=${language}`
    await page.context().addCookies([{ name: 'look', value: look, url: world.url }])
    await comeBack(page, world, await registered(world), '/dice')
    field = page.getByLabel(label, { exact: true })
  })

  afterAll(async () => {
    await phone.picture(`amounts-${language}`)
    await phone.close()
  })

  const afresh = async () => {
    await field.focus()
    await press(page, 'ControlOrMeta+A', 'Backspace')
    expect(await withCaret(field)).toBe('|')
  }

  test('Backspace takes the last digit, until none is left', async () => {
    await afresh()
    await page.keyboard.type('12345')
    for (const amount of ['12.345|', '1.234|', '123|', '12|', '1|', '|']) {
      expect(await withCaret(field)).toBe(shown(amount))
      await press(page, 'Backspace')
    }
  })

  test.each(['10.50', '10,50'])('typing %s is ten and a half', async (keys) => {
    await afresh()
    await page.keyboard.type(keys)
    expect(await withCaret(field)).toBe(shown('10,50|'))
  })

  test('the caret stays in the middle, where the amount is changed', async () => {
    await afresh()
    await page.keyboard.type('12345')
    await press(page, 'ArrowLeft', 'ArrowLeft', 'Backspace')
    expect(await withCaret(field)).toBe(shown('1.2|45'))
    await press(page, '9', '8')
    expect(await withCaret(field)).toBe(shown('129.8|45'))
    await press(page, 'x')
    expect(await withCaret(field)).toBe(shown('129.8|45'))
    await press(page, 'Backspace', 'Backspace', 'Backspace', 'Delete')
    expect(await withCaret(field)).toBe('1|5')
  })

  test.each([
    { text: '1.234,56', amount: '1.234,56|' },
    { text: '1,234.56', amount: '1.234,56|' },
    { text: '50.5', amount: '50,5|' },
    { text: 'R$ 1.000', amount: '1.000|' },
    { text: '1000', amount: '1.000|' },
  ])('$text pasted over what was there is read as it is meant', async ({ text, amount }) => {
    await field.fill('1234')
    await press(page, 'ControlOrMeta+A')
    await page.keyboard.insertText(text)
    expect(await withCaret(field)).toBe(shown(amount))
  })

  test('half of the amount is shown, and typed on', async () => {
    await field.fill('21')
    await page.getByText('½').click()
    await expect.poll(() => field.inputValue()).toBe(shown('10,50'))
    await field.focus()
    await press(page, 'End', 'Backspace', '7')
    expect(await withCaret(field)).toBe(shown('10,57|'))
  })

  test('nothing broke on the way', () => {
    expect(breakages(phone.faults())).toEqual([])
  })
})
