import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { textLanguages } from '@palpite/contract/languages'
import { openBrowser } from '../test/browser.ts'
import { openWholeApp } from '../test/whole-app.ts'
import { accept, differences } from './compare.ts'
import { indexPage } from './index-page.ts'
import { findPlaces, people } from './people.ts'
import { faces, type Screen } from './screen.ts'
import { screens } from './screens.ts'
import { type Picture, captureScreen, type Wish } from './take.ts'

// `npm run pictures -- DIR`: screenshots of every screen in its views in a folder with an index page; prints faults
// and differences from the accepted pictures.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lang: { type: 'string', default: 'pt-BR' },
    theme: { type: 'string', default: 'dark' },
    width: { type: 'string', default: '393' },
    face: { type: 'string', default: 'all' },
    only: { type: 'string', default: 'all' },
    text: { type: 'string', default: '100' },
    axe: { type: 'boolean', default: true },
    accept: { type: 'boolean', default: false },
    url: { type: 'string' },
  },
  allowNegative: true,
})

/** How many screens run at once. */
const AT_ONCE = 2

const some = <T extends string>(wished: string, all: readonly T[], option: string): T[] => {
  if (wished === 'all') return [...all]
  return wished.split(',').map((word) => {
    const known = all.find((one) => one === word)
    if (known === undefined)
      throw new Error(`--${option} knows ${all.join(', ')} and all; ${word} is none of them`)
    return known
  })
}

const fileOf = ({ screen, face, language, theme, width, text }: Picture): string =>
  `${[screen, face, language, theme, width, ...(text === 100 ? [] : [text])].join('_')}.png`

async function main(): Promise<number> {
  const folder = resolve(positionals[0] ?? 'test-results/pictures')
  mkdirSync(folder, { recursive: true })
  const wish: Wish = {
    languages: some(values.lang, textLanguages, 'lang'),
    themes: some(values.theme, ['dark', 'light'] as const, 'theme'),
    faces: some(values.face, faces, 'face'),
    widths: values.width.split(',').map(Number),
    text: Number(values.text),
    axe: values.axe,
  }
  const names = some(
    values.only,
    screens.map(({ name }) => name),
    'only',
  )
  const app = values.url
    ? { url: values.url, sandboxUrl: nextPort(values.url), stop: async () => {} }
    : await openWholeApp()
  const browser = await openBrowser()
  const reported: { file: string; findings: string[] }[] = []
  try {
    const setting = { browser, world: app, places: await findPlaces(app), tokenOf: people(app) }
    const waiting: Screen[] = screens.filter(({ name }) => names.includes(name))
    const work = async () => {
      for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
        for (const picture of await captureScreen(setting, screen, wish)) {
          const file = fileOf(picture)
          writeFileSync(join(folder, file), picture.png)
          const differs = values.accept ? [] : await differences(browser, folder, file, picture.png)
          const findings = [...picture.findings, ...differs]
          for (const finding of findings) console.log(`${file}: ${finding}`)
          reported.push({ file, findings })
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  } finally {
    await browser.close()
    await app.stop()
  }
  reported.sort((one, other) => one.file.localeCompare(other.file))
  if (values.accept)
    accept(
      folder,
      reported.map(({ file }) => file),
    )
  writeFileSync(join(folder, 'index.html'), indexPage(reported))
  const wrong = reported.filter(({ findings }) => findings.length > 0).length
  console.log(`${reported.length} pictures, ${wrong} of them with findings: ${join(folder, 'index.html')}`)
  return wrong
}

const nextPort = (url: string): string => {
  const next = new URL(url)
  next.port = String(Number(next.port) + 1)
  return next.origin
}

process.exitCode = (await main()) > 0 ? 1 : 0
