import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import activities from './first-activities.json' with { type: 'json' }

test.each(activities)('$id has the same content in every language', ({ texts }) => {
  expect(Object.keys(texts).toSorted()).toEqual([...textLanguages].toSorted())
  const figures = (words: readonly string[]) => words.map((word) => word.match(/\d+/g)?.join('.'))
  for (const { title, summary, how, rules } of Object.values(texts)) {
    expect(title && summary).toBeTruthy()
    // How often a prize must be wagered is a setting: the page shows the current number separately.
    expect(rules.filter((rule) => rule.includes('2'))).toEqual([])
    expect(figures(rules)).toEqual(figures(texts['pt-BR'].rules))
    expect(figures(how)).toEqual(figures(texts['pt-BR'].how))
  }
})
