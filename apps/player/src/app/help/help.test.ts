import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { textLanguages } from '@palpite/contract/languages'
import { createElement } from 'react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceKeys } from '../../shared/device-keys.ts'
import { helpHref, helpPageOf, helpPages, screenAt, screens } from '../../shared/paths.ts'
import { loadTexts } from '../../shared/text/text.ts'
import { draw } from '../../shared/testing/drawn.ts'
import { openAddress } from '../../shared/testing/test-browser.ts'
import { arrivalAt } from '../arrival.ts'
import { Footer } from '../home/Footer.tsx'
import { SettingsMenu } from '../menus/SettingsMenu.tsx'
import { blocksOf } from './document.ts'
import { Document } from './Document.tsx'
import { readDocument } from './documents.ts'

await vi.hoisted(async () => (await import('../../shared/testing/test-browser.ts')).keepInBrowser())
vi.mock('react/jsx-dev-runtime', async (original) =>
  (await import('../../shared/testing/drawn.ts')).noting(await original()),
)
vi.mock('virtual:texts/pt-BR/first', async () =>
  (await import('../../locales/testing/test-texts.ts')).compiledTexts('pt-BR'),
)

beforeAll(() => loadTexts('first', 'pt-BR'))

const languages = ['pt-BR', 'en'] as const
const documents = languages.flatMap((language) => helpPages.map((page) => ({ language, page })))

describe('the pages that say how all this works', () => {
  test.each(documents)('$page can be read in $language, title and parts', async ({ language, page }) => {
    const blocks = blocksOf((await readDocument(page, language)).text)
    const kinds = blocks.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'title')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'heading').length).toBeGreaterThan(2)
    const { words, html } = draw(createElement(Document, { blocks }))
    expect(words).not.toMatch(/\[\[|\]\]|\*|(^| )#/)
    expect(html.match(/<h2/g)).toHaveLength(kinds.filter((kind) => kind === 'heading').length)
  })

  test.each(helpPages)('%s has the same parts in both languages', async (page) => {
    const [one, other] = await Promise.all(
      languages.map(async (language) => (await readDocument(page, language)).text),
    )
    const shape = (document = '') =>
      blocksOf(document).map((block) => (block.kind === 'list' ? block.items.length : block.kind))
    expect(shape(one)).toEqual(shape(other))
  })

  test.each(textLanguages)('the page of help is written in %s', async (language) => {
    const { text, language: written } = await readDocument('help', language)
    expect(written).toBe(language)
    const kinds = (page: string) => blocksOf(page).map(({ kind }) => kind)
    expect(kinds(text)).toEqual(kinds((await readDocument('help', 'pt-BR')).text))
  })

  test('what binds is read in English where there is no Portuguese, and says so', async () => {
    expect((await readDocument('terms', 'ru')).language).toBe('en')
    expect((await readDocument('terms', 'en-NG')).language).toBe('en-NG')
  })

  test('what the operator must complete is marked where company, licence and contact belong', async () => {
    for (const page of ['terms', 'privacy', 'licence'] as const) {
      const missing = blocksOf((await readDocument(page, 'pt-BR')).text).filter(
        ({ kind }) => kind === 'operator',
      )
      expect(missing.length).toBeGreaterThan(1)
    }
  })

  const source = join(import.meta.dirname, '../..')
  const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
    .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }))

  test.each(languages)('the privacy page in %s tells of all that is kept on a device', async (language) => {
    const { text } = await readDocument('privacy', language)
    const devices = readFileSync(join(source, '../../server/src/identity/sessions/devices.ts'), 'utf8')
    const deviceCookie = /COOKIE = '(\w+)'/.exec(devices)?.[1]
    const names = [...Object.values(deviceKeys), deviceCookie]
    expect(names.filter((name) => !text.includes(`*${name}*`))).toEqual([])
  })

  test('the privacy page tells of nothing that is not kept any more', async () => {
    const { text } = await readDocument('privacy', 'en')
    const inStores = text.slice(text.indexOf('In the browser'), text.indexOf('If you allow'))
    const told = [...inStores.matchAll(/\*([\w.-]+)\*/g)].map(([, name]) => name)
    expect(told.filter((name) => !(Object.values(deviceKeys) as unknown[]).includes(name))).toEqual([])
  })

  test('nothing is kept on a device under a name that the privacy page does not know', () => {
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

  test.each(helpPages)('a visitor opens %s without logging in, by the address it is linked by', (page) => {
    const arrival = arrivalAt(helpHref(page), false, () => true)
    expect(arrival).toMatchObject({ kind: 'screen', screen: { name: 'help' } })
    expect(helpPageOf(screenAt(helpHref(page))?.params['page'])).toBe(page)
  })

  test('no address of the specification is taken by them', () => {
    const places = Object.entries(screens).flatMap(([name, { path }]) =>
      typeof path === 'string' ? [{ name, path }] : [],
    )
    expect(places.map(({ path }) => screenAt(path)?.name)).toEqual(places.map(({ name }) => name))
    expect(screenAt('/ajuda/outra')).toBeUndefined()
  })
})

describe('the ways to them', () => {
  test('the footer leads to each', () => {
    const { html } = draw(createElement(Footer))
    for (const page of helpPages) expect(html).toContain(`href="${helpHref(page)}"`)
  })

  test('the settings menu leads to them', () => {
    openAddress('/home')
    draw(createElement(SettingsMenu)).press('Ajuda, regras e termos')
    expect(location.pathname).toBe('/ajuda')
  })
})
