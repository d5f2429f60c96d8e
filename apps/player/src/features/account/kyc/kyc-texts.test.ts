import { expect, test } from 'vitest'
import en from '../../../locales/en/account.json' with { type: 'json' }
import pt from '../../../locales/pt-BR/account.json' with { type: 'json' }

/**
 * Whose account money may come from or go to depends on the compliance profile; not every profile requires one's own.
 */
test.each([
  { language: 'pt-BR', texts: pt, promise: /(no|em) seu (próprio )?nome/i },
  { language: 'en', texts: en, promise: /in your (own )?name/i },
])(
  'no text of the identity form in $language promises whose account money moves to',
  ({ texts, promise }) => {
    const said = Object.entries(texts).filter(([key]) => key.startsWith('account.kyc.'))
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter(([, words]) => promise.test(words))).toEqual([])
  },
)
