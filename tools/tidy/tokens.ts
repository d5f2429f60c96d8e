import { type Tree, withoutComments } from './files.ts'
import { STYLED, THEME } from './plan.ts'

/** Utilities whose word must be a theme token; those built into Tailwind are excluded. */
const NAMED = /(?<![\w-])((?:leading|tracking|ease)-(?!none\b|linear\b|initial\b)[a-z]+)(?![\w-])/g

/** Line-height, tracking and easing classes without a theme token: they would silently do nothing. */
export function untidyTokens(tree: Tree): string[] {
  const theme = tree.get(THEME) ?? ''
  return [...tree].flatMap(([file, text]) => {
    if (!file.endsWith('.tsx') || !STYLED.some((folder) => file.startsWith(folder))) return []
    const named = new Set([...withoutComments(text).matchAll(NAMED)].map(([, name = '']) => name))
    return [...named]
      .filter((name) => !theme.includes(`--${name}:`))
      .map((name) => `${file}: "${name}" does nothing; ${THEME} has no --${name}`)
  })
}
