import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exclusionLengths, limitKinds, timeOutLengths } from '@palpite/contract'
import { type TextLanguage, textLanguages } from '@palpite/contract/languages'
import { createElement } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceKeys } from '../../shared/device-keys.ts'
import { type HelpPage, helpHref, helpPageOf, helpPages, screenAt, screens } from '../../shared/paths.ts'
import { callKey } from '../../shared/api/use-call.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { destinationOf } from '../arrival.ts'
import { Footer } from '../home/Footer.tsx'
import { SettingsMenu } from '../menus/SettingsMenu.tsx'
import { readTexts } from '../../../build/texts.ts'
import { useLook } from '../../shared/look.ts'
import { queryClient } from '../../shared/query.ts'
import { productTexts } from '../../shared/use-break-text.ts'
import { blocksOf } from './document.ts'
import { Document } from './Document.tsx'
import { readDocument } from './documents.ts'
import { documentQuery } from './help-queries.ts'
import { helpTexts } from './help-texts.ts'
import { HelpPage as HelpScreen } from './HelpPage.tsx'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

const documents = textLanguages.flatMap((language) => helpPages.map((page) => ({ language, page })))
const binding = helpPages.filter((page) => page !== 'help')
const localesFolder = join(import.meta.dirname, '../../locales')

/** The text keys of screens and labels that a document refers to. */
const named: Readonly<Partial<Record<HelpPage, readonly string[]>>> = {
  terms: ['app.help.rules', 'app.help.privacy', 'app.account.logOut'],
  rules: [
    'app.account.wallet',
    'app.simulated.tag',
    'app.online.index',
    'app.records.title',
    ...limitKinds.map((kind) => `protection.kind.${kind}`),
    ...Object.values(productTexts),
  ],
  help: [
    'protection.limits.title',
    'protection.tab.breaks',
    'protection.tab.help',
    'protection.reality.title',
    ...Object.values(productTexts),
  ],
  privacy: ['app.account.logOut', 'app.account.ownData'],
}

describe('the information pages', () => {
  test.each(documents)('$page can be read in $language, title and parts', async ({ language, page }) => {
    const blocks = blocksOf(await readDocument(page, language))
    const kinds = blocks.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'title')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'heading').length).toBeGreaterThan(2)
    const { words, html } = draw(createElement(Document, { blocks }))
    expect(words).not.toMatch(/\[\[|\]\]|\*|(^| )#/)
    expect(html.match(/<h2/g)).toHaveLength(kinds.filter((kind) => kind === 'heading').length)
  })

  test.each(documents)(
    '$page has the same parts in $language as in Portuguese',
    async ({ language, page }) => {
      const shape = async (written: TextLanguage) =>
        blocksOf(await readDocument(page, written)).map((block) =>
          block.kind === 'list' ? block.items.length : block.kind,
        )
      expect(await shape(language)).toEqual(await shape('pt-BR'))
    },
  )

  test.each(documents)('$page in $language has the title its links use', async ({ language, page }) => {
    const [title] = blocksOf(await readDocument(page, language))
    const texts = readTexts(localesFolder, language)
    const plain = (words = '') => words.replaceAll('\u00ad', '')
    expect(title).toEqual({ kind: 'title', words: plain(texts[helpTexts[page]]) })
  })

  const counted = { sportsBps: 9_000, minPriceMilli: 1_600, studiosBps: 8_000, smallGamesBps: 1_500 }
  const rewardsRules = callKey('GET /api/app/rewards/rules')

  test.each(textLanguages)(
    'the rules tell in %s which stakes count before a withdrawal, by the shares in force',
    async (language) => {
      queryClient.setQueryData(rewardsRules, {
        counted: { ...counted, maxChanceBps: 5_000, bonusDays: 9 },
        earning: { minesBps: 5_000, minPriceMilli: 1_250 },
      })
      const blocks = blocksOf(await readDocument('rules', language))
      const { words } = draw(createElement(Document, { blocks }))
      queryClient.removeQueries({ queryKey: rewardsRules })
      expect(words).toContain('Esportes contam 90%, jogos rápidos 15%, slots e crash 80%.')
      expect(words).toMatch(/odd de 1,60 ou mais e jogos rápidos com chance de ganhar de até 50%/)
      expect(words).toMatch(/anuladas, encerradas antes do fim, grátis ou com promoção/)
      expect(words).toMatch(/resultados diferentes da mesma partida ou do mesmo sorteio/)
      expect(words).toContain('Um bônus vale 9 dias')
      expect(words).not.toContain('{')
    },
  )

  const translations = textLanguages
    .filter((language) => language !== 'pt-BR')
    .flatMap((language) => binding.map((page) => ({ language, page })))

  test.each(translations)(
    '$page in $language loses no figure of the Portuguese',
    async ({ language, page }) => {
      const figuresOf = async (written: TextLanguage) =>
        ((await readDocument(page, written)).match(/\d+(?:[.,/]\d+)*/g) ?? []).map((figure) =>
          figure.replace(/^(\d+)[.,](\d\d)$/, '$1.$2'),
        )
      const figures = await figuresOf('pt-BR')
      expect(figures.length).toBeGreaterThan(0)
      expect(await figuresOf(language)).toEqual(expect.arrayContaining(figures))
    },
  )

  test('the rules name every length of a time-out and an exclusion', async () => {
    const rules = await readDocument('rules', 'pt-BR')
    const breaks = rules.slice(rules.indexOf('## Pausas'), rules.indexOf('## Dinheiro'))
    const lengths = [...timeOutLengths, ...exclusionLengths].filter((length) => length !== 'forever')
    expect(lengths).toHaveLength(9)
    expect(lengths.filter((length) => !new RegExp(`\\b${parseInt(length)}\\b`).test(breaks))).toEqual([])
    expect(breaks).toContain('para sempre')
  })

  test.each(translations)('no sentence of $page in $language is left untranslated', async (one) => {
    const paragraphs = async (language: TextLanguage) =>
      blocksOf(await readDocument(one.page, language)).flatMap((block) =>
        block.kind === 'list' ? block.items : block.kind === 'title' ? [] : [block.words],
      )
    const sources = (['pt-BR', 'en'] as const).filter((language) => language !== one.language)
    const theirs = new Set((await Promise.all(sources.map(paragraphs))).flat())
    const left = (await paragraphs(one.language)).filter((words) => theirs.has(words) && words.includes(' '))
    expect(left).toEqual([])
  })

  test.each(documents.filter(({ page }) => named[page]))(
    '$page in $language names screens and marks as they are named on screen',
    async ({ language, page }) => {
      const document = await readDocument(page, language)
      const texts = readTexts(localesFolder, language)
      for (const key of named[page] ?? []) expect(document).toContain(`*${texts[key]}*`)
    },
  )

  test.each([
    { page: 'terms', language: 'ja', says: true },
    { page: 'rules', language: 'en-NG', says: true },
    { page: 'terms', language: 'pt-BR', says: false },
    { page: 'help', language: 'ja', says: false }, // explanatory, not binding
  ] as const)(
    '$page in $language says that the Portuguese text is binding: $says',
    ({ page, language, says }) => {
      const before = useLook.getInitialState().language
      // Code outside a page reads the store's initial state.
      Object.assign(useLook.getInitialState(), { language })
      queryClient.setQueryData(documentQuery(page, language).queryKey, '# Title\n\nWords of it')
      const { words } = draw(createElement(HelpScreen, { params: screenAt(helpHref(page))?.params ?? {} }))
      Object.assign(useLook.getInitialState(), { language: before })
      const note = readTexts(localesFolder, 'pt-BR')['support.document.translated'] ?? ''
      expect(words).toContain('Words of it')
      expect(words.includes(note)).toBe(says)
    },
  )

  test('what the operator must complete is marked: company, licence and contact', async () => {
    for (const page of ['terms', 'privacy', 'licence'] as const) {
      const missing = blocksOf(await readDocument(page, 'pt-BR')).filter(({ kind }) => kind === 'operator')
      expect(missing.length).toBeGreaterThan(1)
    }
  })

  const source = join(import.meta.dirname, '../..')
  const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
    .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

  test.each(textLanguages)(
    'the privacy page in %s tells of all that is kept on a device',
    async (language) => {
      const text = await readDocument('privacy', language)
      const devices = readFileSync(join(source, '../../server/src/identity/sessions/devices.ts'), 'utf8')
      const ofPlayers = /const players\b[^}]*/.exec(devices)?.[0] ?? ''
      const cookies = [...ofPlayers.matchAll(/cookie: '(\w+)'/gi)].map(([, name]) => name)
      expect(cookies).toHaveLength(2)
      const names = [...Object.values(deviceKeys), ...cookies]
      expect(names.filter((name) => !text.includes(`*${name}*`))).toEqual([])
    },
  )

  test('the privacy page lists nothing that is no longer stored', async () => {
    const text = await readDocument('privacy', 'en')
    const inStores = text.slice(text.indexOf('In the browser'), text.indexOf('If you allow'))
    const storeNames = [...inStores.matchAll(/\*([\w.-]+)\*/g)].map(([, name]) => name)
    expect(storeNames.filter((name) => !(Object.values(deviceKeys) as unknown[]).includes(name))).toEqual([])
  })

  test('every key stored on a device is on the privacy page', () => {
    const keeps = /(?:local|session)Storage|caches\.(?:open|delete|match)|document\.cookie =|indexedDB/
    const keeping = sources.filter(({ text }) => keeps.test(text))
    expect(keeping.length).toBeGreaterThan(12)
    const otherwise = keeping.flatMap(({ name, text }) => {
      const literal = text.match(/Storage\.\w+Item\(['"`].*|caches\.\w+\(['"`].*|indexedDB.*/g) ?? []
      const uses = [...text.matchAll(/(?:Storage\.\w+Item|caches\.(?:open|delete))\((\w+)/g)]
      const unknown = uses.flatMap(([, key = '']) =>
        text.includes(`const ${key} = deviceKeys.`) || key === 'TEXTS_CACHE' ? [] : [key],
      )
      return [...literal, ...unknown].map((each) => `${name}: ${each}`)
    })
    expect(otherwise).toEqual([])
  })

  test.each(helpPages)('a visitor opens %s without a login, at its linked address', (page) => {
    const destination = destinationOf(helpHref(page), false, () => true)
    expect(destination).toMatchObject({ kind: 'screen', screen: { name: 'help' } })
    expect(helpPageOf(screenAt(helpHref(page))?.params['page'])).toBe(page)
  })

  test('they use no address of the specification', () => {
    const places = Object.entries(screens).flatMap(([name, { path }]) =>
      typeof path === 'string' ? [{ name, path }] : [],
    )
    expect(places.map(({ path }) => screenAt(path)?.name)).toEqual(places.map(({ name }) => name))
    expect(screenAt('/ajuda/outra')).toBeUndefined()
  })
})

describe('links to them', () => {
  test('the footer links to each', () => {
    const { html } = draw(createElement(Footer))
    for (const page of helpPages) expect(html).toContain(`href="${helpHref(page)}"`)
  })

  test('the settings menu links to them', () => {
    openAddress('/home')
    draw(createElement(SettingsMenu)).press('Ajuda, regras e termos')
    expect(location.pathname).toBe('/ajuda')
  })
})
