import * as z from 'zod/mini'
import type { ImportedResult } from './result-file.ts'
import { LONGEST_NAME, readEach, type RowProblem } from './rows.ts'

const MAX_MATCHES = 20_000
const MAX_CHARACTERS = 10_000_000

export const nameText = z.string().check(z.minLength(1), z.maxLength(LONGEST_NAME))
export const score = z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))])
export type Score = z.output<typeof score>

/** A JSON list of matches of this shape; its "lines" are the places in the list, from 1 on. Other fields are let be. */
export function readMatches<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  resultOf: (match: z.output<Schema>, line: number) => ImportedResult,
): { results: ImportedResult[]; problems: RowProblem[] } {
  const all = text.length > MAX_CHARACTERS ? undefined : listIn(text)
  if (!all || all.length === 0 || all.length > MAX_MATCHES)
    return {
      results: [],
      problems: [{ line: 1, problem: `this is no JSON list of 1 to ${MAX_MATCHES} matches` }],
    }
  const matches: { line: number; match: z.output<Schema> }[] = []
  const problems: RowProblem[] = []
  for (const [at, one] of all.entries()) {
    const read = schema.safeParse(one)
    const [issue] = read.error?.issues ?? []
    if (read.success) matches.push({ line: at + 1, match: read.data })
    else
      problems.push({
        line: at + 1,
        problem: `"${issue?.path.map(String).join('.')}" is not as it should be`,
      })
  }
  const read = readEach(matches, ({ match, line }) => resultOf(match, line))
  return { results: read.values, problems: [...problems, ...read.problems] }
}

function listIn(text: string): unknown[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : undefined
  } catch {
    return undefined // said of the whole file by whoever asked
  }
}

/** Which of two has more; nobody where they are level. */
export const leaderOf = ([home, away]: Score): 'home' | 'away' | undefined =>
  home > away ? 'home' : home < away ? 'away' : undefined
