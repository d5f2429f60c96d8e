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

  test('are all in use', () => {
    expect(Object.keys(portuguese).filter((key) => !sourceText.includes(`'${key}'`))).toEqual([])
  })
})
