import { expect, test } from 'vitest'
import { languageName } from '../../shared/language-name.ts'
import { foundTexts } from './player-text.ts'

const entries = [
  {
    key: 'app: wallet.code.title',
    source: 'app',
    values: [],
    usedIn: ['apps/player/src/features/wallet/Code.tsx'],
  },
  { key: 'app: bet.stake.label', source: 'app', values: ['max'], usedIn: ['apps/player/src/Slip.tsx'] },
  { key: 'mails: code', source: 'mails', values: [], usedIn: [] },
]
const languages = {
  portuguese: {
    texts: {
      'app: wallet.code.title': 'Código por e-mail',
      'app: bet.stake.label': 'Valor, até {max}',
      'mails: code': 'Seu código',
    },
    doubts: {},
  },
  own: {
    texts: { 'app: wallet.code.title': 'Code by e-mail', 'app: bet.stake.label': 'Stake' },
    doubts: { 'app: bet.stake.label': 'values', 'mails: code': 'missing' },
  },
} as const

test.each([
  { says: { words: 'codigo' }, finds: ['app: wallet.code.title', 'mails: code'] },
  { says: { words: 'E-MAIL código' }, finds: ['app: wallet.code.title'] },
  { says: { words: 'stake slip.tsx' }, finds: ['app: bet.stake.label'] },
  { says: { words: 'codigo', source: 'mails' }, finds: ['mails: code'] },
  { says: { state: 'values' }, finds: ['app: bet.stake.label'] },
  { says: { words: 'nothing of it' }, finds: [] },
  { says: {}, finds: entries.map(({ key }) => key) },
])('$says finds $finds', ({ says, finds }) => {
  const found = foundTexts(entries, languages, { words: '', source: '', state: '', ...says })
  expect(found.map(({ key }) => key)).toEqual(finds)
})

test('a missing text is found by its Portuguese words, and marked as missing', () => {
  const [text] = foundTexts(entries, languages, { words: 'seu', source: '', state: '' })
  expect(text).toMatchObject({ portuguese: 'Seu código', own: undefined, doubt: 'missing' })
})

test("languages are named in the operator's language", () => {
  expect([languageName('ja', 'pt-BR'), languageName('ja', 'en')]).toEqual(['japonês', 'Japanese'])
})
