import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf, languageTable, textLanguages } from '@palpite/contract/languages'
import { readLook } from '@palpite/contract/look'
import type { FastifyRequest } from 'fastify'
import { type Lang, wishesIn } from '../texts.ts'
import { headerOf } from './serve.ts'

/** The files of a drawn page by its languages. */
type DrawnPage = ReadonlyMap<Lang, string>

/** What the build has drawn, by its addresses. */
export type DrawnPages = ReadonlyMap<string, DrawnPage>

/** The drawn pages in this part of the app's folder: those in other languages than the first stand in folders named so. */
export function drawnIn(folder: string, part: string): DrawnPages {
  const root = join(folder, part)
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : []
  const drawn = new Map<string, Map<Lang, string>>()
  for (const name of names.filter((each) => each.endsWith('.html')).sort()) {
    const lang = textLanguages.find((one) => name.startsWith(`${one}/`)) ?? 'pt-BR'
    const page = `/${name.replace(`${lang}/`, '').replace(/\.html$/, '')}`
    const path = page === '/index' ? '/' : page
    drawn.set(path, (drawn.get(path) ?? new Map<Lang, string>()).set(lang, `${part}/${name}`))
  }
  return drawn
}

/**
 * The language to send a drawn page in, as the app decides it when it has come: the one chosen on this device, else the one
 * that the address asks for, else the browser's first that is allowed and drawn; Portuguese where there is none.
 */
export function drawnLang(request: FastifyRequest, page: DrawnPage, allowed: ReadonlySet<Lang>): Lang {
  const cookies = headerOf(request, 'cookie') ?? ''
  if (/(?:^|; )look=[^;]*\blanguage=/.test(cookies)) {
    const chosen = languageTable[readLook(cookies).language].texts
    return page.has(chosen) ? chosen : 'pt-BR'
  }
  const asked = new URLSearchParams(request.url.split('?')[1]).get('lang') ?? ''
  const wished = languageOf([asked, ...wishesIn(headerOf(request, 'accept-language') ?? '')])
  const lang = wished === undefined ? 'pt-BR' : languageTable[wished].texts
  return page.has(lang) && allowed.has(lang) ? lang : 'pt-BR'
}
