import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { languageTable, languages, textLanguages } from '@palpite/contract/languages'
import { readTexts } from '../../build/texts.ts'
import { isName, isSentence } from './testing/names.ts'

const locales = import.meta.dirname
const source = join(locales, '..')
const portuguese = readTexts(locales, 'pt-BR')
const english = readTexts(locales, 'en')
const root = join(locales, '../../../..')

/** Text files outside the app's own ones, one per language. */
const otherTexts = {
  offline: (language: string) => `apps/player/src/locales/${language}/offline/page.json`,
  refusals: (language: string) => `packages/contract/src/locales/${language}.json`,
  mails: (language: string) => `apps/server/src/identity/texts/${language}.json`,
  messages: (language: string) => `apps/server/src/messages/texts/${language}.json`,
  notices: (language: string) => `apps/server/src/realtime/texts/${language}.json`,
  payPage: (language: string) => `apps/server/src/cashier/pay-page/texts/${language}.json`,
  statements: (language: string) => `apps/server/src/profile/texts/${language}.json`,
  studio: (language: string) => `apps/studio/web/texts/${language}.json`,
} as const

/** Every text that a player may read in a language, in the app and outside it. */
const allTexts = (language: string): Record<string, string> => {
  const texts = readTexts(locales, language)
  for (const [place, fileOf] of Object.entries(otherTexts)) {
    const file = join(root, fileOf(language))
    if (!existsSync(file)) continue
    const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    for (const [key, text] of Object.entries(own)) texts[`${place}: ${key}`] = text
  }
  return texts
}
const everyPortuguese = allTexts('pt-BR')
const everyEnglish = allTexts('en')

/** Every language with text files, offered or not. */
const written = textLanguages.filter((language) => existsSync(join(locales, language)))
const others = written.filter((language) => language !== 'pt-BR')
const translations = written.filter((language) => language !== 'pt-BR' && language !== 'en')

/** All sources that use text keys: the app, and the market names, which the back office shares. */
const sourceText = [
  ...readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => join(source, name)),
  join(source, '../../../packages/odds/src/market-words.ts'),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

type Asked = { name: string; kind: string | undefined; forms: readonly string[] }

/** The values a message needs, at any depth. */
const valuesOf = (text: string): Asked[] => {
  const asked: Asked[] = []
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as unknown[]) {
      if (!Array.isArray(token)) continue
      const [name, kind, format] = token as [string, string | undefined, unknown]
      const forms = typeof format === 'object' && format !== null ? format : {}
      asked.push({ name, kind, forms: Object.keys(forms) })
      Object.values(forms).forEach(walk)
    }
  }
  walk(compileMessageOrThrow(text))
  return asked
}

const valueNames = (text: string): string[] => [...new Set(valuesOf(text).map(({ name }) => name))].toSorted()

/** The plural forms of whole numbers in a language, and `other`. */
const pluralForms = (language: string): string[] => {
  const rules = new Intl.PluralRules(language)
  return [...new Set([...Array(1001).keys()].map((count) => rules.select(count)).concat('other'))]
}

/** A choice between one number and all others, such as `=0 {none} other {some}`, which states no count. */
const isChoice = (forms: readonly string[]): boolean =>
  forms.every((form) => /^(?:other|offset|=?\d+)$/.test(form)) && forms.length > 1

/** A whole number followed by the noun it counts. */
const COUNTED = /\{(?:count|rounds|wrong|yards)(?:, number)?\}\s+([\p{L}\p{M}]+)/gu

/** Words that follow a count and do not change with it. */
const unvarying: Readonly<Record<string, readonly string[]>> = {
  'pt-BR': ['de', 'sem'],
  en: ['of', 'unread'],
  es: ['de', 'sin'],
  de: ['ungelesen', 'von'],
  fr: ['de', 'ne', 'sur'],
  it: ['di', 'gol', 'round', 'yard'],
  ru: ['из'],
  hi: ['का', 'गज', 'जीता', 'ने', 'बिना', 'में', 'या', 'राउंड', 'से'],
}

/** Texts whose count is always above one, or is already formatted: `12,4 mil`. */
const ofSeveral = [
  'games.auto.begin',
  'games.auto.most',
  'rewards.invite.personsMany',
  'sportsbook.banner.many',
  'sportsbook.slip.each',
]

/** The tags around parts of a text: `<terms>`. */
const marksOf = (text: string): string => [...text.matchAll(/<\/?\w+>/g)].map(String).toSorted().join(' ')

/** The screen texts that the specification quotes, by the language of the quotation. */
const quoted = {
  portuguese: [
    'Eu entendi',
    'Por favor, faça login primeiro',
    'Por favor, aceite os termos de serviço',
    'Por favor verifique',
    'Por favor, preencha as informações completamente！',
    'Por favor, selecione o montante de recarga',
    'Não participe de promoções',
    'Complete sua recarga',
    'Cancelar uma recarga',
    'Recarga bem-sucedida, continue fazendo apostas',
    'Recarregado',
    'Terminar',
    'Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde',
    'Número de retiradas restantes hoje 0, tente novamente amanhã。',
    'Sem valor de levantamento',
    'Montante mínimo de retirada:R$',
    'Montante máximo de levantamento:R$',
    'Solicitação de saque bem-sucedida!',
    'Mudar de conta',
    'Depósito',
    'Retirar',
    'Conta',
    'Nível VIP',
    'Registros',
    'Mudar senha',
    'Sair',
    'Clube VIP',
    'Download',
    'R$10000',
    '00:00 a 24:00',
  ],
  english: [
    'Login timed out, please log in again',
    'Your internet connection is slow, please try again later',
    'Please enter the bet amount!',
    'Bet failed!',
    'not open for betting',
    'not available for purchase',
    'SPORTS',
  ],
} as const

/** The script of each language that does not use Latin letters. */
const scripts: Readonly<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  'zh-CN': /\p{Script=Han}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
}

/**
 * Forms of address that must not occur: each language uses one form in all texts, `du` in German and `vous`
 * in French. Only the Spanish text that the specification quotes (*vuelva a iniciar sesión*) uses the other
 * one.
 */
const otherAddress: Readonly<Record<string, RegExp>> = {
  'pt-BR': /\b(?:tu|teus?|tuas?|vós)\b/i,
  de: /\p{L}{2,}en Sie\b|\bIhnen\b|\bIhr(?:e[nmrs]?)?\b/u,
  es: /\b(?:usted(?:es)?|vos|hable con soporte|cerró su)\b/i,
  fr: /(?<![\p{L}-])(?:[Tt]u|[Tt]oi|[Tt]es|[Tt]on|Réessaie|Vérifie|Attends|Choisis)(?![\p{L}-])/u,
  id: /\b(?:kamu|kalian)\b/i,
  it: /\b(?:Lei|Suo|Sua|Suoi|Sue)\b/,
  ko: /(?:해요|에요|예요|하십시오)/,
  ru: /(?<!\p{L})(?:ты|тебя|тебе|тобой|твой|твоя|твоё|твои)(?!\p{L})/iu,
  'zh-CN': /你/,
  hi: /(?<![\p{L}\p{M}])(?:तुम|तू|तुम्हारा|तेरा)(?![\p{L}\p{M}])/u,
}

/** Synonyms that must not occur: deposits, withdrawals, support and bets have one word each. */
const otherWords: Readonly<Record<string, RegExp>> = {
  fr: /\ble support\b|au support\b/i,
  hi: /दाँव|सपोर्ट|रियाल/,
  id: /setoran|peramban|hubungi dukungan/i,
  it: /\bil supporto\b/i,
  ko: /고객 ?지원|고객 센터|자[기가] 제외/,
  th: /ฝ่าย(?:สนับสนุน|ช่วยเหลือ)|ฟรีเบต/,
  'zh-CN': /提款|存款/,
}

const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

describe('the texts of the app', () => {
  test('exist', () => {
    expect(Object.keys(portuguese).length).toBeGreaterThan(50)
  })

  test('are written in every language that is offered', () => {
    expect(languages.map((one) => languageTable[one].texts).filter((one) => !written.includes(one))).toEqual(
      [],
    )
  })

  test.each(others)('have the same keys in %s, none missing and none left over', (language) => {
    expect(Object.keys(allTexts(language)).toSorted()).toEqual(Object.keys(everyPortuguese).toSorted())
  })

  test('have keys of feature, part and meaning, some with a part of a part', () => {
    expect(
      Object.keys(portuguese).filter((key) => !/^[a-z]+(?:\.[a-z][A-Za-z0-9]*){2,3}$/.test(key)),
    ).toEqual([])
  })

  test('all say something', () => {
    const empty = written.flatMap((language) =>
      Object.entries(readTexts(locales, language)).filter(([, text]) => !text.trim()),
    )
    expect(empty).toEqual([])
  })

  test.each(written)('stand in their file once in %s: of two the first would never be read', (language) => {
    const files = readdirSync(join(locales, language)).filter((name) => name.endsWith('.json'))
    const twice = files.flatMap((name) => {
      const keys = [...readFileSync(join(locales, language, name), 'utf8').matchAll(/^ {2}"([\w.]+)":/gm)]
      const names = keys.map(([, key = '']) => key)
      return names.filter((key, at) => names.indexOf(key) !== at)
    })
    expect(twice).toEqual([])
  })

  test.each(others)('lose no value and no mark in %s', (language) => {
    const own = allTexts(language)
    const differing = Object.entries(everyPortuguese).filter(([key, text]) => {
      const translated = own[key] ?? text
      return (
        valueNames(text).join() !== valueNames(translated).join() || marksOf(text) !== marksOf(translated)
      )
    })
    expect(differing).toEqual([])
  })

  test.each(written)('have a form for every count in %s', (language) => {
    const needed = pluralForms(language)
    const lacking = Object.entries(allTexts(language)).filter(([, text]) =>
      valuesOf(text).some(
        ({ kind, forms }) =>
          kind === 'plural' && !isChoice(forms) && !needed.every((form) => forms.includes(form)),
      ),
    )
    expect(lacking).toEqual([])
  })

  test.each(written.filter((language) => pluralForms(language).length > 1))(
    'a count before a noun has its forms in %s',
    (language) => {
      const sole = Object.entries(allTexts(language)).filter(
        ([key, text]) =>
          !ofSeveral.includes(key) &&
          [...text.matchAll(COUNTED)].some(([, word = '']) => !unvarying[language]?.includes(word)),
      )
      expect(sole).toEqual([])
    },
  )

  test.each(translations)('leave no sentence in English in %s', (language) => {
    const same = Object.entries(allTexts(language)).filter(
      ([key, text]) => text === everyEnglish[key] && isSentence(text),
    )
    expect(same).toEqual([])
  })

  test.each(translations.filter((language) => language in scripts))(
    'are written in the letters of %s',
    (language) => {
      const letters = scripts[language] ?? /./
      const foreign = Object.entries(allTexts(language)).filter(
        ([, text]) => !letters.test(text) && !isName(text),
      )
      expect(foreign).toEqual([])
    },
  )

  test('stand in these files alone: no component says a word of its own', () => {
    const literal =
      />\s*[A-Za-zÀ-ú][a-zà-ú]{2,}[^<>{}=]*<\/|\b(?:aria-label|alt|title|placeholder|label)="[^"]*[A-Za-zÀ-ú]{3}/
    const lines = components.flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => literal.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    )
    expect(lines).toEqual([])
  })

  test('hold what the specification quotes', () => {
    const lacking = (texts: Record<string, string>, words: readonly string[]) =>
      words.filter((each) => !Object.values(texts).some((text) => text.includes(each)))
    expect(lacking(portuguese, quoted.portuguese)).toEqual([])
    expect(lacking(english, quoted.english)).toEqual([])
  })

  test('speak of odds as bettors in Brazil do, never of “cotas”', () => {
    expect(Object.values(portuguese).filter((text) => /(?<!\p{L})cotas?(?!\p{L})/iu.test(text))).toEqual([])
  })

  test('call money in depósito and depositar, money out saque and retirar, but for what is quoted', () => {
    const otherWords = /retirad|levantamento|recarga|\bsac(?:ar|ou|ado)|24:00/i
    const others = Object.values(portuguese).filter(
      (text) => otherWords.test(text) && !quoted.portuguese.some((each) => text.includes(each)),
    )
    expect(others).toEqual([])
  })

  test.each(Object.keys(otherAddress))('address a player in one way in %s', (language) => {
    const other = otherAddress[language] ?? /(?!)/
    const mixed = Object.entries(allTexts(language)).filter(([, text]) => other.test(text))
    expect(mixed).toEqual([])
  })

  test.each(Object.entries(otherWords))('call a thing by one name in %s', (language, words) => {
    const other = Object.entries(allTexts(language)).filter(([, text]) => words.test(text))
    expect(other).toEqual([])
  })

  test('are all in use', () => {
    expect(Object.keys(portuguese).filter((key) => !sourceText.includes(`'${key}'`))).toEqual([])
  })
})

test('in Portuguese jogos are of the casino, and a match is a partida', () => {
  const ofGames = ['sportsbook.search.field', 'sportsbook.search.places']
  const said = Object.entries(portuguese).filter(
    ([key, words]) =>
      /^(?:sportsbook|home\.live|home\.sports)\./.test(key) &&
      !ofGames.includes(key) &&
      /\bjogos?\b/i.test(words),
  )
  expect(said).toEqual([])
})

test('the rules in Portuguese call no match a jogo', () => {
  const rules = readFileSync(join(locales, 'pt-BR/help/rules.md'), 'utf8')
  const ofSports = rules.slice(0, rules.indexOf('## Jogos rápidos'))
  expect(ofSports).toContain('Partidas marcadas como *Simulado*')
  expect(ofSports).not.toMatch(/\bjogos?\b/i)
})

test('money that is paid in is a depósito; only the specification’s own texts say recarga', () => {
  const said = Object.keys(portuguese).filter((key) => /\brecarga/i.test(portuguese[key] ?? ''))
  expect(said.toSorted()).toEqual([
    'wallet.deposit.choose',
    'wallet.paid.text',
    'wallet.payment.cancel',
    'wallet.payment.complete',
  ])
})

test.each(textLanguages)('a score and a match are written one way in %s', (language) => {
  const texts = readTexts(locales, language)
  expect(texts['sportsbook.pick.score']).toBe(texts['sportsbook.leg.score'])
  expect(texts['sportsbook.leg.scoreAt']).toContain(texts['sportsbook.leg.score'])
  expect(texts['sportsbook.pick.alone']).toBe(`${texts['sportsbook.leg.match']}, {market}: {pick}`)
})

test.each([
  { language: 'pt-BR', one: 'Falta 1 corrida', more: 'Faltam 2 corridas' },
  { language: 'es', one: 'Falta 1 carrera', more: 'Faltan 2 carreras' },
  { language: 'it', one: 'Manca 1 punto', more: 'Mancano 2 punti' },
])('what is missing agrees with its number in $language', ({ language, one, more }) => {
  const i18n = setupI18n({
    locale: language,
    messages: {
      [language]: {
        key: compileMessageOrThrow(readTexts(locales, language)['sportsbook.tracker.target'] ?? ''),
      },
    },
  })
  expect([1, 2].map((count) => i18n._('key', { count }))).toEqual([one, more])
})
