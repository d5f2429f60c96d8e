import { type Tree, withoutComments } from './files.ts'
import { STYLED, THEME } from './plan.ts'

/** Utilities whose word must be a token of the theme; those that Tailwind knows without one are left out. */
const NAMED = /(?<![\w-])((?:leading|tracking|ease)-(?!none\b|linear\b|initial\b)[a-z]+)(?![\w-])/g

/** Classes that say a line height, tracking or easing which the theme does not have: they would do nothing, unseen. */
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
