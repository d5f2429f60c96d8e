import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../shared/text/text.ts'
import { PayoutChoice } from './PayoutChoice.tsx'

// The build compiles the texts; a text that is not there shows its key.
vi.mock('virtual:texts/pt-BR/first', () => ({ messages: {} }))

beforeAll(() => loadTexts('first', 'pt-BR'))

const shown = (more: { onEdit?: () => void; isKnown?: boolean }) => {
  const { onEdit, isKnown = true } = more
  return renderToStaticMarkup(
    createElement(PayoutChoice, {
      methods: ['CPF'],
      method: 'CPF',
      onMethod: () => undefined,
      details: isKnown ? { payCardNo: '52998224725', name: 'Ana Souza', whatsapp: '' } : undefined,
      ...(onEdit ? { onEdit } : {}),
    }),
  )
}

test('own name and CPF are shown without a button where nobody else may be paid', () => {
  const own = shown({})
  expect(own).toContain('Ana Souza')
  expect(own).toContain('wallet.withdraw.ownOnly')
  expect(own).not.toContain('<button')
})

test('before the CPF is confirmed there is no input where nobody else may be paid', () => {
  const own = shown({ isKnown: false })
  expect(own).toContain('wallet.withdraw.ownOnly')
  expect(own).not.toContain('wallet.withdraw.noKey')
  expect(own).not.toContain('<button')
})

test('the key may be given or changed where anybody may be paid', () => {
  const onEdit = () => undefined
  expect(shown({ onEdit })).toContain('wallet.withdraw.edit')
  expect(shown({ onEdit })).not.toContain('wallet.withdraw.ownOnly')
  expect(shown({ onEdit, isKnown: false })).toContain('wallet.withdraw.noKey')
})
