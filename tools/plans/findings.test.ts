import { expect, test } from 'vitest'
import { findingsOf } from './findings.ts'

const known = {
  filled: new Set(['ledger_entry_2026_11', 'games_round']),
  partial: new Set(['games_round_open']),
}

const plan = (node: object) => findingsOf('select 1', node, known)

test('a large table scanned from end to end is found at any depth', () => {
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'games_round' }
  expect(plan({ 'Node Type': 'Aggregate', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] })).toEqual([
    { table: 'games_round', how: 'Seq Scan', statement: 'select 1' },
  ])
})

test('so is a whole index without a condition, unless a limit ends it', () => {
  const scan = { 'Node Type': 'Index Scan', 'Relation Name': 'ledger_entry_2026_11' }
  expect(plan(scan)).toHaveLength(1)
  expect(plan({ 'Node Type': 'Limit', Plans: [scan] })).toEqual([])
  expect(plan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] })).toHaveLength(1)
  expect(plan({ ...scan, 'Index Cond': '(player_id = $1)' })).toEqual([])
})

test('an index of open rows only is no whole table', () => {
  const scan = { 'Node Type': 'Index Scan', 'Relation Name': 'games_round' }
  expect(plan({ ...scan, 'Index Name': 'games_round_open' })).toEqual([])
  expect(plan({ ...scan, 'Index Name': 'games_round_pkey' })).toHaveLength(1)
})

test('a table with too few rows is skipped', () => {
  expect(plan({ 'Node Type': 'Seq Scan', 'Relation Name': 'platform_setting' })).toEqual([])
})
