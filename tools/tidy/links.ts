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

/** Headings as the forge's anchors. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map((found) =>
    (found[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
