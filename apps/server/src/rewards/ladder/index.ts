export { selectLadder } from './queries.ts'
export { readLadderAwards, readLadderPage } from './read-ladder.ts'
