import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readTexts } from '../../../build/texts.ts'

/**
 * The texts of a language as the build compiles them, all in one. For tests, in place of a `virtual:texts`
 * module.
 */
export const compiledTexts = (language: string) => ({
  rest: undefined,
  hyphens: undefined,
  messages: Object.fromEntries(
    Object.entries(readTexts(join(import.meta.dirname, '..'), language)).map(([key, text]) => [
      key,
      compileMessageOrThrow(text),
    ]),
  ),
})
