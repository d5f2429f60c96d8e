export { slotWinCents, spin, spunBefore } from './spin.ts'
