import { DOUBLE_PAYS, type DoubleColour } from '@palpite/games'

/** The colours in button order. */
export const colours = [
  { colour: 'red', pays: DOUBLE_PAYS.red },
  { colour: 'white', pays: DOUBLE_PAYS.white },
  { colour: 'black', pays: DOUBLE_PAYS.black },
] as const satisfies readonly { colour: DoubleColour; pays: number }[]
