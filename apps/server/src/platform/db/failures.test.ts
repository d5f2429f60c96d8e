import pg from 'pg'
import { expect, test } from 'vitest'
import { Bug, Fault } from '../errors.ts'
import { isDiskFull, isFault } from './failures.ts'

const answered = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code })
const failed = (code: string) => Object.assign(new Error(`${code}: no`), { code })

test.each([
  ['a full disk of the database', answered('53100'), true],
  ['a full disk of this machine', failed('ENOSPC'), true],
  ['a quota that is used up', failed('EDQUOT'), true],
  ['what a full disk was the cause of', new Fault('nothing was written', answered('53100')), true],
  ['no memory', answered('53200'), false],
  ['too many connections', answered('53300'), false],
  ['a disk that does not read', answered('58030'), false],
  ['a statement that took too long', answered('57014'), false],
  ['a database that is being stopped', answered('57P01'), false],
  ['a transaction that was ended for its idleness', answered('25P03'), false],
  ['a connection that was refused', failed('ECONNREFUSED'), false],
])('%s is a fault', (_what, error, isFull) => {
  expect(isFault(error)).toBe(true)
  expect(isDiskFull(error)).toBe(isFull)
})

test.each([
  ['a row that is there already', answered('23505')],
  ['a statement that is wrong', answered('42601')],
  ['an invariant that does not hold', new Bug('entries balance')],
  ['an error of the language', new TypeError('undefined is not a function')],
  ['nothing at all', undefined],
])('%s is not a fault', (_what, error) => {
  expect(isFault(error)).toBe(false)
  expect(isDiskFull(error)).toBe(false)
})
