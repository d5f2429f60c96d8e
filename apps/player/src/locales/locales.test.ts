import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { readTexts } from '../../build/texts.ts'

const locales = import.meta.dirname
const source = join(locales, '..')
const portuguese = readTexts(locales, 'pt-BR')
const english = readTexts(locales, 'en')

const sourceText = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(source, name), 'utf8'))
  .join('\n')

/** The names a message asks values for, wherever in it they stand. */
const valueNames = (text: string): string[] => {
  const names = new Set<string>()
  const walk = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens as unknown[]) {
      if (!Array.isArray(token)) continue
      const [name, , format] = token as [string, unknown, unknown]
      names.add(name)
      if (typeof format === 'object' && format !== null) Object.values(format).forEach(walk)
    }
  }
  walk(compileMessageOrThrow(text))
  return [...names].toSorted()
}

/** What the specification quotes of the screens there are, in the language it quotes it in. */
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

describe('the texts of the app', () => {
  test('exist', () => {
    expect(Object.keys(portuguese).length).toBeGreaterThan(50)
  })

  test('have the same keys in both languages', () => {
    expect(Object.keys(english).toSorted()).toEqual(Object.keys(portuguese).toSorted())
  })

  test('have keys of feature, part and meaning, some with a part of a part', () => {
    expect(
      Object.keys(portuguese).filter((key) => !/^[a-z]+(?:\.[a-z][A-Za-z0-9]*){2,3}$/.test(key)),
    ).toEqual([])
  })

  test('all say something', () => {
    const empty = [...Object.entries(portuguese), ...Object.entries(english)].filter(
      ([, text]) => !text.trim(),
    )
    expect(empty).toEqual([])
  })

  test('ask for the same values in both languages', () => {
    const differing = Object.entries(portuguese).filter(
      ([key, text]) => valueNames(text).join() !== valueNames(english[key] ?? '').join(),
    )
    expect(differing).toEqual([])
  })

  test('hold what the specification quotes', () => {
    const lacking = (texts: Record<string, string>, words: readonly string[]) =>
      words.filter((each) => !Object.values(texts).some((text) => text.includes(each)))
    expect(lacking(portuguese, quoted.portuguese)).toEqual([])
    expect(lacking(english, quoted.english)).toEqual([])
  })

  test('speak of odds as bettors in Brazil do, never of “cotas”', () => {
    expect(Object.values(portuguese).filter((text) => /\bcotas?\b/i.test(text))).toEqual([])
  })

  test('call money in depósito and depositar, money out saque and retirar, but for what is quoted', () => {
    const otherWords = /retirad|levantamento|recarga|\bsac(?:ar|ou|ado)|24:00/i
    const others = Object.values(portuguese).filter(
      (text) => otherWords.test(text) && !quoted.portuguese.some((each) => text.includes(each)),
    )
    expect(others).toEqual([])
  })

  test('are all in use', () => {
    expect(Object.keys(portuguese).filter((key) => !sourceText.includes(`'${key}'`))).toEqual([])
  })
})
