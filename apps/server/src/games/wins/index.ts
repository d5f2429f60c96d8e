export { readOnline } from './read-online.ts'
export { mergeWins, readWins } from './read-wins.ts'
