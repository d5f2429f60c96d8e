import type { Ending, Side } from '@palpite/odds'
import { text } from './case.ts'
import { take, type Fields } from './fields.ts'
import { plainWord } from './settlement-results.ts'
import { outcomeNamed, sideNamed } from './settlement-sides.ts'

const WORDS: Readonly<Record<Ending, string>> = {
  finished:
    'finished ended complete completed full_time ft final closed played aet after_extra_time ap after_penalties ' +
    'pen pens official result normal regular settled confirmed ok over fulltime awaiting_official final_ot ' +
    'finished_aet finished_ap complete_match full_coverage covered after_ot aot decided',
  running:
    'running live in_progress inprogress in_play inplay not_started ns scheduled started first_half second_half ' +
    'half_time ongoing 1h 2h ht upcoming pending break',
  abandoned:
    'abandoned interrupted suspended stopped abd abn aban unfinished not_completed incomplete awarded not_finished ' +
    'int susp match_abandoned coverage_lost lost_coverage coverage_abandoned no_coverage not_covered ' +
    'abandoned_not_resumed discontinued unf awd',
  postponed: 'postponed delayed rescheduled not_played moved deferred ppd pst postp post',
  cancelled: 'cancelled canceled called_off void voided annulled canc cancel scrapped not_held',
  walkover: 'walkover walk_over wo w_o forfeit forfeited bye w_o_',
  retired: 'retired retirement ret retires retire injury withdrew_during withdrawn_during',
  disqualified: 'disqualified disqualification dq dsq default defaulted def',
  shortened:
    'shortened rain called weather rain_shortened reduced curtailed called_early called_rain rain_called ' +
    'shortened_by_rain official_shortened cut_short',
  no_contest: 'nc no_contest no_result nr n_r no_decision overturned no_contest_',
}

const ENDINGS: ReadonlyMap<string, Ending> = new Map(
  (Object.entries(WORDS) as [Ending, string][]).flatMap(([ending, words]) =>
    words.split(' ').map((word) => [word, ending] as const),
  ),
)

/** Endings whose sentence may say more: "not completed within 24h", "abandoned at 60". */
const SENTENCES: readonly (readonly [RegExp, Ending])[] = [
  [/^abandoned_/, 'abandoned'],
  [/^(not|never)_(completed|finished|resumed|played)_/, 'abandoned'],
  [/^postponed_/, 'postponed'],
  [/^cancelled_|^canceled_/, 'cancelled'],
  [/^(suspended|interrupted)_/, 'abandoned'],
]

/** The ending a word means. Throws on one that means none: an unknown ending is never taken for a finished match. */
export const endingNamed = (value: unknown): Ending => {
  const word = plainWord(value)
  const found = ENDINGS.get(word) ?? SENTENCES.find(([sentence]) => sentence.test(word))?.[1]
  if (!found) throw new Error(`ending ${String(text(value))} is not understood`)
  return found
}

/** Fields that are an ending of their own, and may name the side that left. */
const FLAGS: readonly (readonly [Ending, readonly string[]])[] = [
  ['walkover', ['walkover', 'wo', 'walk_over', 'forfeit']],
  [
    'retired',
    [
      'retired',
      'retirement',
      'retired_player',
      'retired_side',
      'retires',
      'ret',
      'withdrew',
      'withdrawn',
      'injured',
    ],
  ],
  ['disqualified', ['disqualified', 'disqualification', 'disqualified_player', 'dq', 'default', 'defaulted']],
  ['abandoned', ['abandoned', 'interrupted', 'suspended', 'awarded', 'unfinished', 'not_completed']],
  ['postponed', ['postponed', 'not_played']],
  ['cancelled', ['cancelled', 'canceled', 'called_off', 'void']],
  ['shortened', ['shortened', 'rain', 'called']],
  ['no_contest', ['no_contest', 'no_result', 'nc']],
]

/** How a match ended, who left it and who won where the words say so. */
export type Ended = {
  readonly ending: Ending
  readonly leaver?: Side
  readonly result?: Side | 'draw'
}

const RESUMED = [
  'resumed',
  'resumed_within_window',
  'resumed_within_24h',
  'resumed_same_day',
  'completed_within_24h',
  'played_within_window',
  'replayed',
  'within_window',
]

type Flag = { readonly ending: Ending; readonly leaver?: Side } | 'no'

const flagOf = (fields: Fields, ending: Ending, names: readonly string[]): Flag | undefined =>
  take(fields, names, (value): Flag => {
    if (value === false || value === 0 || ['no', 'none', 'false'].includes(plainWord(value))) return 'no'
    const leaver = sideNamed(value)
    if (leaver && !(typeof value === 'number')) return { ending, leaver }
    if (value === true || typeof value === 'number' || ['yes', 'true'].includes(plainWord(value)))
      return { ending }
    throw new Error(`${names[0]} ${String(text(value))} is not understood`)
  })

/** The ending of a match from its flags, its status and its result. */
export const endedOf = (fields: Fields): Ended => {
  const flags = FLAGS.flatMap(([ending, names]) => {
    const flag = flagOf(fields, ending, names)
    return flag && flag !== 'no' ? [flag] : []
  })
  const completed = take(fields, ['completed', 'finished', 'is_finished', 'complete'], (value) =>
    typeof value === 'boolean' ? value : undefined,
  )
  const resumed = take(fields, RESUMED, (value) => (typeof value === 'boolean' ? value : undefined))
  const status = take(
    fields,
    ['status', 'match_status', 'ending', 'coverage', 'end', 'termination'],
    endingNamed,
  )
  const result = take(fields, ['result', 'outcome', 'match_result'], resultOrEnding)
  const leaver = flags.map((flag) => flag.leaver).find((side) => side !== undefined)
  const said = [
    ...flags.map((flag) => flag.ending),
    ...(status === undefined ? [] : [status]),
    ...(result?.ending === undefined ? [] : [result.ending]),
    ...(completed === false ? (['abandoned'] as const) : []),
  ]
  const early = said.filter((ending) => ending !== 'finished')
  // A match that went on within its time has a result of its own, which the case would have to give.
  if (early.length > 0 && resumed === true) throw new Error('the match went on, and how it ended is not said')
  if (new Set(early).size > 1) throw new Error(`endings contradict each other: ${early.join(', ')}`)
  return {
    ending: early[0] ?? 'finished',
    ...(leaver ? { leaver } : {}),
    ...(result?.result ? { result: result.result } : {}),
  }
}

type Result = { readonly ending?: Ending; readonly result?: Side | 'draw' }

/** A result names a side or a draw, or an ending. */
const resultOrEnding = (value: unknown): Result => {
  const word = plainWord(value).replace(/_(win|wins|won)$/, '')
  const result = outcomeNamed(word) ?? outcomeNamed(plainWord(value))
  return result ? { result } : { ending: endingNamed(value) }
}
