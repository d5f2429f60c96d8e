import { stripVTControlCharacters } from 'node:util'

type Failure = {
  message?: string | undefined
  stack?: string | undefined
  stacks?: { file: string; line: number }[]
}

/** The first line of why a test failed, what the browser was doing last, and the first line of a test on the stack. */
export function whyFailed({ message = '', stack = '', stacks = [] }: Failure): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
  const lastDone = lines.filter((line) => line.startsWith('- ')).slice(-2)
  const inTest = /[^/(]+\.(?:test|e2e)\.tsx?:\d+/
  const place =
    inTest.exec(stack)?.[0] ??
    stacks.map(({ file, line }) => inTest.exec(`${file}:${line}`)?.[0]).find((found) => found !== undefined)
  return [firstLine(message), ...lastDone, ...(place ? [`at ${place}`] : [])].join(' ')
}

/** The first line of a message, without the colours that a terminal would show. */
export const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split('\n')[0] ?? ''
