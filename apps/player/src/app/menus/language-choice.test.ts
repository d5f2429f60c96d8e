import { languages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { languageChoice } from './language-choice.ts'

test.each([
  { allowed: ['pt-BR', 'en'], inUse: 'pt-BR', offered: ['pt-BR', 'en'] },
  { allowed: undefined, inUse: 'pt-BR', offered: languages },
  { allowed: ['pt-BR'], inUse: 'pt-BR', offered: [] },
  { allowed: ['pt-BR'], inUse: 'en', offered: ['pt-BR', 'en'] }, // stored when there were more languages: it can be changed
] as const)(
  'with $allowed allowed and $inUse in use, $offered are offered',
  ({ allowed, inUse, offered }) => {
    expect(languageChoice(allowed, inUse)).toEqual(offered)
  },
)
