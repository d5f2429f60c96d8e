import { createElement } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Limit } from '../../../shared/limits.ts'
import { draw } from '../../../shared/testing/drawn.ts'
import { openAddress } from '../../../shared/testing/test-browser.ts'
import { loadTexts } from '../../../shared/text/text.ts'
import { LimitForm } from './LimitForm.tsx'

await vi.hoisted(async () => (await import('../../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(async () => {
  openAddress('/home')
  await loadTexts('first', 'pt-BR')
})

const time = (amount: number, pending: Limit['pending'] = null): Limit => ({
  kind: 'time',
  period: 'day',
  amount,
  used: 0,
  pending,
})

const drawn = (limit: Limit) =>
  draw(createElement(LimitForm, { limit, name: 'Tempo de uso: Dia', onDone: () => undefined }))

test('a time limit is entered in minutes, below its name, with the hours beside', () => {
  const { html, words } = drawn(time(90))
  expect(html).toMatch(/<label [^>]+>Tempo de uso: Dia<\/label>/)
  expect(words).toContain('minutos')
  expect(words).toContain('1 h 30 min')
})

test('a day has at most 1440 minutes', () => {
  expect(drawn(time(1440)).words).not.toContain('O período não tem mais')
  expect(drawn(time(1441)).words).toContain('O período não tem mais do que isto: 1.440 minutos.')
})

test('saving the current limit again cancels the pending looser one, and the form says so', () => {
  const pending = { amount: 120, startsAt: '', isDue: false, endsAt: '' }
  expect(drawn(time(90, pending)).words).toContain('você cancela o pedido que está esperando')
})
