import { americanFootball } from './american-football.ts'
import { baseball } from './baseball.ts'
import { internationals } from './internationals.ts'
import { league } from './league.ts'
import { races } from './races.ts'
import type { ResultFile } from './result-file.ts'
import { tennis } from './tennis.ts'
import { timelines } from './timelines.ts'
import { volleyball } from './volleyball.ts'
import { worldCups } from './world-cups.ts'

/** The kinds of files of results that are read, by the word `npm run import` names them with. */
export const RESULT_FILES = {
  'american-football': americanFootball,
  baseball,
  tennis,
  volleyball,
  league,
  internationals,
  'world-cups': worldCups,
  timelines,
  races,
} as const satisfies Readonly<Record<string, ResultFile>>

export type ResultFileKind = keyof typeof RESULT_FILES

export const isResultFileKind = (kind: string): kind is ResultFileKind => Object.hasOwn(RESULT_FILES, kind)

export const RESULT_FILE_KINDS = Object.keys(RESULT_FILES) as readonly ResultFileKind[]
