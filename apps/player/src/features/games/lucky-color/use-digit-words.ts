import { luckyColours } from '@palpite/games'
import { usePickName } from '../room/use-pick-name.ts'

/** A digit in words with colours and half: `5: verde, violeta, alto`. */
export const useDigitWords = (): ((digit: number) => string) => {
  const nameOf = usePickName()
  return (digit) =>
    `${digit}: ${[...luckyColours(digit), digit < 5 ? 'small' : 'big'].map((pick) => nameOf(pick)).join(', ')}`
}
