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

/** How a style refers to an attribute of its element: `[data-x`, `data-[x`, `data-x:`, with `group-` or `peer-` before. */
const READ = [
  /\[data-([a-zA-Z-]+)/g,
  /(?<![\w])data-\[([a-zA-Z-]+)/g,
  /(?<![\w])(?:group-|peer-|not-)?data-([a-zA-Z-]+):/g,
]
/** Where elements are made: the pages drawn at build time too. */
const MADE = [...STYLED, 'apps/player/build/']
/** How an element gets one: in JSX or HTML, by a call with its name, or by its data set. */
const SET = [/(?<![\w[])data-([a-zA-Z-]+)(?=[=\s/>'"])/g, /\.dataset\['([a-zA-Z]+)'\] =/g]

/**
 * Attributes that styles read and nothing sets, and attributes with capital letters, which HTML lowercases: their styles
 * never apply.
 */
export function untidyAttributes(tree: Tree): string[] {
  const styled = [...tree].filter(([file]) => STYLED.some((folder) => file.startsWith(folder)))
  const code = [...tree].filter(
    ([file]) => MADE.some((folder) => file.startsWith(folder)) && /\.tsx?$/.test(file),
  )
  const set = new Set(code.flatMap(([, text]) => named(text, SET)))
  const unset = styled.flatMap(([file, text]) => {
    if (!/\.(?:css|tsx)$/.test(file)) return []
    return [...new Set(named(withoutComments(text), READ))]
      .filter((name) => !set.has(name))
      .map((name) => `${file}: styles by data-${name}, which nothing sets`)
  })
  const capital = [...set].filter((name) => /[A-Z]/.test(name))
  return [...unset, ...capital.map((name) => `data-${name} has capital letters, which HTML writes small`)]
}

const named = (text: string, patterns: readonly RegExp[]) =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
