import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'
import { settled } from './accessible.ts'
import { comeBack } from './known-player.ts'
import { standStill } from './still.ts'

/** The other language shows the same amounts with the two separators swapped. */
const mirrored = (text: string) => text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))

/** The field shows this, with `|` at the caret. */
const expectCaret = (field: Locator, shown: string): Promise<void> =>
  expect
    .poll(() =>
      field.evaluate((input: { value: string; selectionStart: number | null }) => {
        const caret = input.selectionStart ?? 0
        return `${input.value.slice(0, caret)}|${input.value.slice(caret)}`
      }),
    )
    .toBe(shown)

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** Clears the field. */
const empty = async (page: Page, field: Locator) => {
  await field.focus()
  await press(page, 'ControlOrMeta+A', 'Backspace')
  await expectCaret(field, '|')
}

for (const { language, label, shown } of [
  { language: 'pt-BR', label: 'Aposta', shown: (text: string) => text },
  { language: 'en', label: 'Stake', shown: mirrored },
]) {
  test.describe(`the stake of dice in ${language}`, () => {
    test.use({ locale: language })

    const stake = (page: Page) => page.getByLabel(label, { exact: true })

    test.beforeEach(async ({ page, world, player }) => {
      await standStill(page, world, { language })
      await comeBack(page, world, player, '/dice')
      await expect(stake(page)).toBeVisible()
      await settled(page)
    })

    test('Backspace takes the last digit, until none is left', async ({ page }) => {
      const field = stake(page)
      await empty(page, field)
      await page.keyboard.type('12345')
      for (const amount of ['12.345|', '1.234|', '123|', '12|', '1|', '|']) {
        await expectCaret(field, shown(amount))
        await press(page, 'Backspace')
      }
    })

    for (const keys of ['10.50', '10,50']) {
      test(`typing ${keys} is ten and a half`, async ({ page }) => {
        await empty(page, stake(page))
        await page.keyboard.type(keys)
        await expectCaret(stake(page), shown('10,50|'))
      })
    }

    test('the caret stays in the middle, where the amount is changed', async ({ page }) => {
      const field = stake(page)
      await empty(page, field)
      await page.keyboard.type('12345')
      await press(page, 'ArrowLeft', 'ArrowLeft', 'Backspace')
      await expectCaret(field, shown('1.2|45'))
      await press(page, '9', '8')
      await expectCaret(field, shown('129.8|45'))
      await press(page, 'x')
      await expectCaret(field, shown('129.8|45'))
      await press(page, 'Backspace', 'Backspace', 'Backspace', 'Delete')
      await expectCaret(field, '1|5')
    })

    for (const { text, amount } of [
      { text: '1.234,56', amount: '1.234,56|' },
      { text: '1,234.56', amount: '1.234,56|' },
      { text: '50.5', amount: '50,5|' },
      { text: 'R$ 1.000', amount: '1.000|' },
      { text: '1000', amount: '1.000|' },
    ]) {
      test(`${text} pasted over the old amount is read as meant`, async ({ page }) => {
        await stake(page).fill('1234')
        await press(page, 'ControlOrMeta+A')
        await page.keyboard.insertText(text)
        await expectCaret(stake(page), shown(amount))
      })
    }

    test('half of the amount is shown, and can be extended', async ({ page, phone }) => {
      const field = stake(page)
      await field.fill('21')
      await page.getByText('½').click()
      await expect(field).toHaveValue(shown('10,50'))
      await field.focus()
      await press(page, 'End', 'Backspace', '7')
      await expectCaret(field, shown('10,57|'))
      await phone.picture(`amounts-${language}`)
    })
  })
}
