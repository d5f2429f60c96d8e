import { stripVTControlCharacters } from 'node:util'

type Failure = {
  message?: string | undefined
  stack?: string | undefined
  stacks?: { file: string; line: number }[]
}

/** Lines of a browser's log that say only that an action is tried once more: the reason stands before them. */
const RETRY = /^- (?:retrying |waiting \d+ms|attempting |scrolling |done scrolling)/

/** The first line of a test's failure, the browser's last action, and the first test line on the stack. */
export function whyFailed({ message = '', stack = '', stacks = [] }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const lastDone = lines.filter((line) => line.startsWith('- ') && !RETRY.test(line)).slice(-2)
  const inTest = /[^\s/(]+\.(?:test|e2e)\.tsx?:\d+/
  const place =
    inTest.exec(stack)?.[0] ??
    stacks.map(({ file, line }) => inTest.exec(`${file}:${line}`)?.[0]).find((found) => found !== undefined)
  return [firstLine(message), ...lastDone, ...(place ? [`at ${place}`] : [])].join(' ')
}

/** The first line of a message, without the colours that a terminal would show. */
export const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split('\n')[0] ?? ''
