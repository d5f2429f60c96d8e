export { freeRoundsOf, slotWinCents, spin, spunBefore } from './spin.ts'
