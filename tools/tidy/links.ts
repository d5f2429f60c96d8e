import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { Tree } from './files.ts'

/** Broken links in the repository's pages. */
export const untidyLinks = (tree: Tree, root: string): string[] =>
  [...tree]
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) => linksOf(text).flatMap((link) => brokenLink(file, link, tree, root)))

/** Link and picture targets, outside code. */
const linksOf = (text: string) =>
  [
    ...withoutCode(text).matchAll(/\]\(\s*<?([^)\s>]+)>?[^)]*\)|<(?:img|a)\s[^>]*(?:src|href)="([^"]+)"/g),
  ].map((found) => found[1] ?? found[2] ?? '')

const withoutCode = (text: string) => text.replaceAll(/```[^]*?```/g, '').replaceAll(/`[^`\n]*`/g, '')

function brokenLink(file: string, link: string, tree: Tree, root: string): string[] {
  if (/^[a-z][a-z+.-]*:/i.test(link)) return [] // an external address
  const [path = '', anchor] = decodeURIComponent(link).split('#')
  const target = path ? normalize(join(dirname(file), path)) : file
  if (!tree.has(target) && !existsSync(join(root, target))) return [`${file}: link to ${link} leads nowhere`]
  const page = tree.get(target)
  const lost = anchor && page !== undefined && target.endsWith('.md') && !anchorsOf(page).includes(anchor)
  return lost ? [`${file}: ${target} has no heading #${anchor}`] : []
}

const SERVER = 'apps/server/src'

/** Files, and names in them, that a table of ARCHITECTURE.md says things are in and that are not there. */
export const untidyPlaces = (tree: Tree): string[] =>
  (tree.get('ARCHITECTURE.md') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| where '))
    .flatMap((line) => placesOf(line).flatMap((place) => missing(place, tree)))

type Place = { file: string; folder: string; name: string | undefined }

/** "`a/b.ts` (`name`)"; a file without a folder is beside the one before it. */
function placesOf(line: string): Place[] {
  let folder = ''
  return [...line.matchAll(/`([\w./-]+\.tsx?)`(?: \(`(\w+)`\))?/g)].map(([, file = '', name]) => {
    const place = { file, folder, name }
    if (file.includes('/')) folder = dirname(file)
    return place
  })
}

function missing({ file, folder, name }: Place, tree: Tree): string[] {
  const paths = [file, join(SERVER, file), join(SERVER, folder, file), join(folder, file)]
  const path = paths.find((one) => tree.has(one))
  if (path === undefined) return [`ARCHITECTURE.md: ${file} is not there`]
  const has = name === undefined || new RegExp(`\\b${name}\\b`).test(tree.get(path) ?? '')
  return has ? [] : [`ARCHITECTURE.md: ${file} has no ${name}`]
}

/** Headings as the forge's anchors. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map((found) =>
    (found[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
