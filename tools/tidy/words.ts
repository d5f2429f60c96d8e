import { isCode, type Tree, withoutComments } from './files.ts'
import { BANNED_TEXT, CITED_ELSEWHERE, DRAWINGS, LINES_MAX, SELF, STYLED, THEME, VAGUE_NAME } from './plan.ts'

/** Vague names, banned words, citations of what is not in the repository, files that are too long, colours and pixels outside the theme. */
export const untidyWords = (tree: Tree): string[] =>
  [...tree].flatMap(([file, text]) => [
    ...(isSource(file) ? [...vagueName(file), ...bannedText(file, text), ...tooLong(file, text)] : []),
    ...citedElsewhere(file, text),
    ...looseStyle(file, text),
  ])

const isSource = (file: string) => isCode(file) || /\.(sql|css)$/.test(file)

const vagueName = (file: string) =>
  VAGUE_NAME.test(file.replace(/\.[a-z]+$/, ''))
    ? [`${file}: say what it is for, not what kind of thing it is`]
    : []

const bannedText = (file: string, text: string) =>
  file.startsWith(SELF)
    ? []
    : BANNED_TEXT.flatMap(([word, advice]) => {
        const found = word.exec(text)
        return found ? [`${file}: "${found[0]}" found; ${advice}`] : []
      })

function citedElsewhere(file: string, text: string): string[] {
  if (file.startsWith(SELF) || !(isSource(file) || file.endsWith('.md'))) return []
  const found = CITED_ELSEWHERE.exec(text)
  return found ? [`${file}: "${found[0]}" is not in the repository; cite docs/, or say the reason`] : []
}

function tooLong(file: string, text: string): string[] {
  const lines = text.trimEnd().split('\n').length
  return lines > LINES_MAX && isCode(file) ? [`${file}: ${lines} lines; at most ${LINES_MAX}`] : []
}

const COLOUR =
  /(?<=['"`:\s(,])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|oklch|oklab|hwb)\(/i
const PIXELS = /(?<![\w.#-])(?:\d*\.)?\d+px\b/g

function looseStyle(file: string, text: string): string[] {
  if (file === THEME || !STYLED.some((folder) => file.startsWith(folder)) || !/\.(css|tsx)$/.test(file))
    return []
  const plain = withoutComments(text)
  const colour = file.startsWith(DRAWINGS) ? undefined : COLOUR.exec(plain)?.[0]
  const pixels = plain.match(PIXELS)?.find((size) => !['1px', '0px'].includes(size))
  return [colour, pixels].flatMap((found) =>
    found ? [`${file}: "${found}" found; take colours and sizes from ${THEME}`] : [],
  )
}
