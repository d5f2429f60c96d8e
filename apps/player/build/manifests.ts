import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { readTexts } from './texts.ts'

type Manifest = { lang: string; shortcuts: { name: string; url: string }[] }

/** Each shortcut's text key by address. */
const shortcutTexts: Readonly<Record<string, string>> = {
  '/footballPage': 'sportsbook.when.live',
  '/mines': 'app.game.mines',
  '/conta': 'app.wallet.deposit',
  '/registros': 'app.tabs.bets',
}

/** The manifest in a language. Throws if a shortcut has no name. */
export const manifestIn = (
  manifest: Manifest,
  language: string,
  texts: Readonly<Record<string, string>>,
): Manifest => ({
  ...manifest,
  lang: language,
  shortcuts: manifest.shortcuts.map((shortcut) => {
    const name = texts[shortcutTexts[shortcut.url] ?? '']
    if (name === undefined) throw new Error(`the shortcut to ${shortcut.url} has no name in ${language}`)
    return { ...shortcut, name }
  }),
})

type Places = { manifest: string; locales: string; languages: readonly string[] }

/** Vite plugin: the web app manifest in each language beside the first, as `manifest.de.webmanifest`. */
export const manifests = ({ manifest, locales, languages }: Places): Plugin => ({
  name: 'palpite-manifests',
  apply: 'build',
  generateBundle() {
    const first = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
    for (const language of languages.filter((each) => each !== first.lang)) {
      const source = JSON.stringify(manifestIn(first, language, readTexts(locales, language)))
      this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source })
    }
  },
})
