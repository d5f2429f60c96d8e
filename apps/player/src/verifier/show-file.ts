import type { CheckedRound, RecordedRound } from '@palpite/games/record'
import { formatMoney, formatSignedMoney } from '../shared/format/format.ts'
import { type CheckedFile, isFileRight } from './check-file.ts'
import { language, words } from './words.ts'

const money = (cents: number) => formatMoney(cents, language)

/** Creates an element with its content. */
export const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  ...inside: (string | Node)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag)
  made.append(...inside)
  return made
}

/** A line that states whether something is right, by sign and words, for players who do not see colours. */
const line = (holds: boolean | undefined, text: string): HTMLElement => {
  const made = element('li', `${holds === undefined ? '•' : holds ? '✓' : '✗'} ${text}`)
  made.dataset['holds'] = String(holds ?? 'unknown')
  return made
}

/** The findings about a file: the verdict, each check, and every round. */
export function showFile(file: CheckedFile): HTMLElement[] {
  const { rounds } = file.record
  const wrong = rounds.filter(({ findings }) => findings.length > 0)
  const count = rounds.length
  const isRight = isFileRight(file)
  const reported = element(
    'p',
    wrong.length > 0
      ? words('someWrong', { wrong: wrong.length, count })
      : isRight
        ? words('allRight', { count })
        : words('fileWrong'),
  )
  reported.id = 'verdict'
  reported.dataset['holds'] = String(wrong.length === 0 && isRight)
  return [reported, element('ul', ...summary(file)), tableOf(rounds)]
}

function summary({ content, publicKey, isSigned, isHeadSigned, record }: CheckedFile): HTMLElement[] {
  const { pair, commitments, head, totals, part, parts } = content
  const has = (what: (typeof record.findings)[number]) => record.findings.includes(what)
  const lines = commitments.map(({ proof }) => (proof ? proof.leafIndex + 1 : '–')).join(', ')
  const signature = isSigned === undefined ? 'cannotTell' : isSigned ? 'signed' : 'unsigned'
  return [
    line(isSigned, words(signature, { key: publicKey })),
    ...(pair
      ? [line(!has('seed'), words(has('seed') ? 'wrongSeed' : 'seed', { hash: pair.serverSeedHash }))]
      : []),
    line(!has('log'), words(has('log') ? 'notLogged' : 'logged', { lines, size: head?.size ?? 0 })),
    line(
      isHeadSigned,
      words(isHeadSigned === false ? 'headUnsigned' : isHeadSigned ? 'headSigned' : 'cannotTell'),
    ),
    line(
      !has('totals'),
      has('totals')
        ? words('wrongTotals')
        : words('totals', {
            staked: money(totals.stakeCents),
            paid: money(totals.payoutCents),
            result: formatSignedMoney(totals.payoutCents - totals.stakeCents, language),
          }),
    ),
    ...(has('part') ? [line(false, words('wrongPart', { part, parts }))] : []),
    ...(parts > 1 && !has('part') ? [line(undefined, words('part', { part, parts }))] : []),
  ]
}

const columns = ['round', 'game', 'result', 'stake', 'payout', 'running', 'verdict'] as const

function tableOf(rounds: readonly CheckedRound[]): HTMLElement {
  const head = element('tr', ...columns.map((key) => element('th', words(key))))
  const table = element('table', element('thead', head), element('tbody', ...rounds.map(rowOf)))
  const frame = element('div', table)
  frame.tabIndex = 0 // wider than a phone: it scrolls by itself, by keyboard too
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', words('title'))
  return frame
}

function rowOf(checked: CheckedRound, at: number): HTMLElement {
  const { round, runningCents, findings } = checked
  const row = element(
    'tr',
    element('td', String(at + 1)),
    element('td', words(round.game)),
    element('td', resultOf(round)),
    element('td', money(round.stakeCents)),
    element('td', money(round.payoutCents)),
    element('td', formatSignedMoney(runningCents, language)),
    element('td', verdictOf(checked)),
  )
  row.dataset['holds'] = String(findings.length === 0)
  return row
}

function verdictOf({ round, ending, findings }: CheckedRound): string {
  if (findings.length === 0) return `✓ ${words('right')}`
  const values = { reported: money(round.payoutCents), paid: money(ending?.payoutCents ?? 0) }
  return `✗ ${findings.map((what) => words(`finding.${what}`, values)).join('; ')}`
}

const hundredths = (value: number) =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(value / 100)

/** Tiles counted from one. */
const tiles = (places: readonly number[] | null) =>
  places === null || places.length === 0 ? words('none') : places.map((place) => place + 1).join(', ')

function resultOf(round: RecordedRound): string {
  switch (round.game) {
    case 'dice':
      return hundredths(round.state.resultHundredths)
    case 'limbo':
      return `${hundredths(round.state.resultHundredths)}×`
    case 'mines':
      return words('tiles', { opened: tiles(round.state.opened), mines: tiles(round.state.mines) })
    case 'rowDouble':
      return words('rows', { picks: tiles(round.state.picks) })
    case 'double':
      return String(round.state.slot ?? words('none'))
    case 'luckyColor':
      return String(round.state.digit ?? words('none'))
  }
}
