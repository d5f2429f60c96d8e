import { doubleColour } from '@palpite/games'
import type { GameRound } from '../../shared/overlays.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import type { TextValues } from '../../shared/text/text.ts'

type ChoiceOf<G extends GameRound['game']> = Extract<GameRound, { game: G }>['choice']

export const difficultyTexts: Readonly<Record<ChoiceOf<'rowDouble'>['difficulty'], TextKey>> = {
  easy: 'games.records.easy',
  medium: 'games.records.medium',
  hard: 'games.records.hard',
  expert: 'games.records.expert',
  master: 'games.records.master',
}

const colourTexts: Readonly<Record<ChoiceOf<'double'>['colour'], TextKey>> = {
  white: 'games.records.white',
  red: 'games.records.red',
  black: 'games.records.black',
}

type Pick = ChoiceOf<'luckyColor'>['pick']

/** Digits stay as they are. */
const pickTexts: Readonly<Partial<Record<Pick, TextKey>>> = {
  green: 'games.records.green',
  red: 'games.records.red',
  violet: 'games.records.violet',
  small: 'games.records.small',
  big: 'games.records.big',
}

type Formatting = {
  t: (key: TextKey, values?: TextValues) => string
  /** Formats hundredths in the current language. */
  hundredths: (hundredths: number) => string
}

/** A round's choice and result in words, as far as its player may know. */
export const roundWords = (round: GameRound, { t, hundredths }: Formatting): string => {
  const hasLost = round.status === 'lost'
  const undrawn = round.status === 'refunded' ? 'games.records.noResult' : 'games.records.notDrawn'
  switch (round.game) {
    case 'dice':
      return t(round.choice.direction === 'over' ? 'games.records.over' : 'games.records.under', {
        result: hundredths(round.state.resultHundredths),
        target: hundredths(round.choice.targetHundredths),
      })
    case 'limbo':
      return t('games.records.limbo', {
        result: hundredths(round.state.resultHundredths),
        target: hundredths(round.choice.targetHundredths),
      })
    case 'mines':
      return t(hasLost ? 'games.records.minesLost' : 'games.records.mines', {
        mines: round.choice.mineCount,
        // A lost round's last tile is the mine.
        opened: round.state.opened.length - (hasLost ? 1 : 0),
      })
    case 'rowDouble':
      return t(hasLost ? 'games.records.rowsLost' : 'games.records.rows', {
        difficulty: t(difficultyTexts[round.choice.difficulty]),
        rows: round.state.picks.length,
      })
    case 'double': {
      const { slot } = round.state
      const bet = t(colourTexts[round.choice.colour])
      return slot === null
        ? t(undrawn, { bet })
        : t('games.records.double', { bet, slot, colour: t(colourTexts[doubleColour(slot)]) })
    }
    case 'luckyColor': {
      const key = pickTexts[round.choice.pick]
      const bet = key ? t(key) : t('games.records.digit', { digit: round.choice.pick })
      const { digit } = round.state
      return digit === null ? t(undrawn, { bet }) : t('games.records.lucky', { bet, digit })
    }
  }
}

/** The same in a word or two, for selection lists. */
export const roundLabel = (round: GameRound, { t, hundredths }: Formatting): string => {
  if (round.game === 'dice') return hundredths(round.state.resultHundredths)
  if (round.game === 'limbo')
    return t('games.fairness.times', { multiplier: hundredths(round.state.resultHundredths) })
  return t('games.fairness.roundAt', { nonce: round.seeds?.nonce ?? 0 })
}
