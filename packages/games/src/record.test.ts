import { cents } from '@palpite/money'
import { describe, expect, test } from 'vitest'
import {
  chainCommitment,
  dicePayoutCents,
  diceMultiplier,
  drawLuckyDigit,
  hashChain,
  isDiceWin,
  placeMines,
  minesMultiplier,
  minesPayoutCents,
  plainHmac,
  rollDice,
  rollDouble,
  seedHash,
  startMines,
  cashOutMines,
  openTile,
} from './index.ts'
import { chainEntry, growTree, inclusionRanges, leafHash, rootOver, seedEntry, subtreesOf } from './log.ts'
import { isRecord, RECORD_FORMAT, type RecordedRound, type RoundsRecord, verifyRecord } from './records.ts'

const pair = { serverSeed: 'palpite', serverSeedHash: seedHash('palpite'), clientSeed: 'jogador' }
const seeds = hashChain('palpite', 30)
const chain = { room: 'double', commitment: chainCommitment(seeds), salt: 'sal' }

/** A log of some entries, with a proof for each. */
const logOf = (entries: readonly string[]) => {
  const tree = growTree(
    { size: 0, edge: [] },
    entries.map((entry) => leafHash(entry)),
  )
  const kept = new Map(tree.subtrees.map(({ level, place, hash }) => [`${level}/${place}`, hash]))
  const rootOf = (from: number, to: number) =>
    rootOver(subtreesOf({ from, to }).map(({ level, place }) => kept.get(`${level}/${place}`) ?? ''))
  return {
    head: { size: tree.size, rootHash: rootOver(tree.edge), timestampMs: 1, signature: '' },
    commitments: entries.map((entry, leafIndex) => ({
      entry,
      proof: {
        leafIndex,
        size: tree.size,
        path: inclusionRanges(leafIndex, tree.size).map(({ from, to }) => rootOf(from, to)),
      },
    })),
  }
}

/** Under 47.00 at R$ 10,000.00 by the first version of dice, which cut 99 / 47 = 2.10638… to 2.1063. */
const firstDiceRound = (nonce: number): RecordedRound => {
  const resultHundredths = rollDice(plainHmac, { ...pair, nonce })
  const hasWon = resultHundredths < 4700
  return {
    ...diceRound(nonce),
    game: 'dice',
    rulesVersion: 1,
    choice: { direction: 'under', targetHundredths: 4700 },
    stakeCents: 1_000_000,
    payoutCents: hasWon ? 2_106_300 : 0,
    status: hasWon ? 'won' : 'lost',
    multiplierE4: hasWon ? 21_063 : 0,
    state: { resultHundredths },
  }
}

const diceRound = (nonce: number): RecordedRound => {
  const bet = { side: 'over', targetHundredths: 5050 } as const
  const resultHundredths = rollDice(plainHmac, { ...pair, nonce })
  const hasWon = isDiceWin(bet, resultHundredths)
  return {
    roundId: `D${nonce}`,
    game: 'dice',
    nonce,
    draw: null,
    rulesVersion: 2,
    choice: { direction: 'over', targetHundredths: 5050 },
    stakeCents: 100,
    payoutCents: dicePayoutCents(cents(100), bet, resultHundredths),
    status: hasWon ? 'won' : 'lost',
    multiplierE4: hasWon ? diceMultiplier(bet) : 0,
    state: { resultHundredths },
    at: '2026-11-22T10:00:00.000Z',
    runningCents: 0,
  }
}

/** Mines whose player opened the first safe tiles and took the money. */
const minesRound = (nonce: number, tiles: number): RecordedRound => {
  const mines = placeMines(plainHmac, { ...pair, nonce }, 3)
  const opened = Array.from({ length: 25 }, (_, tile) => tile)
    .filter((tile) => !mines.includes(tile))
    .slice(0, tiles)
  let round = startMines(cents(200), mines)
  for (const tile of opened) {
    const moved = openTile(round, tile)
    if (moved.ok) round = moved.round
  }
  const taken = cashOutMines(round)
  return {
    roundId: `M${nonce}`,
    game: 'mines',
    nonce,
    draw: null,
    rulesVersion: 1,
    choice: { mineCount: 3 },
    stakeCents: 200,
    payoutCents: taken.ok ? minesPayoutCents(taken.round) : 0,
    status: 'won',
    multiplierE4: minesMultiplier(3, tiles) * 100,
    state: { opened, mines },
    at: '2026-11-22T10:01:00.000Z',
    runningCents: 0,
  }
}

const doubleRound = (place: number): RecordedRound => {
  const seed = seeds[place] ?? ''
  const slot = rollDouble(plainHmac, { seed, salt: chain.salt })
  const hasWon = slot >= 1 && slot <= 7
  return {
    roundId: `S${place}`,
    game: 'double',
    nonce: null,
    draw: { room: 'double', place, commitment: chain.commitment, seed },
    rulesVersion: 1,
    choice: { colour: 'red' },
    stakeCents: 100,
    payoutCents: hasWon ? 200 : 0,
    status: hasWon ? 'won' : 'lost',
    multiplierE4: hasWon ? 20_000 : 0,
    state: { slot },
    at: '2026-11-22T10:02:00.000Z',
    runningCents: 0,
  }
}

/** A bet on the digit that was drawn by this room's chain. */
const luckyRound = (betIn: string, room: string, place: number): RecordedRound => {
  const seed = seeds[place] ?? ''
  const digit = drawLuckyDigit(plainHmac, { seed, salt: chain.salt })
  return {
    ...doubleRound(place),
    game: 'luckyColor',
    draw: { room, place, commitment: chain.commitment, seed },
    choice: { room: betIn, pick: String(digit) },
    payoutCents: 960,
    status: 'won',
    multiplierE4: 96_000,
    state: { digit },
  }
}

const recordOf = (
  own: Pick<RoundsRecord, 'pair' | 'chains' | 'kind'>,
  rounds: RecordedRound[],
): RoundsRecord => {
  let runningCents = 0
  const entries = [
    ...(own.pair ? [seedEntry(own.pair.serverSeedHash)] : []),
    ...own.chains.map((each) => chainEntry(each)),
    'another',
    'and another',
  ]
  return {
    format: RECORD_FORMAT,
    madeAt: '2026-11-22T11:00:00.000Z',
    part: 1,
    parts: 1,
    ...own,
    ...logOf(entries),
    rounds: rounds.map((round) => {
      runningCents += round.payoutCents - round.stakeCents
      return { ...round, runningCents }
    }),
    totals: {
      stakeCents: rounds.reduce((sum, { stakeCents }) => sum + stakeCents, 0),
      payoutCents: rounds.reduce((sum, { payoutCents }) => sum + payoutCents, 0),
    },
  }
}

const ofPair = () =>
  recordOf({ kind: 'pair', pair, chains: [] }, [diceRound(0), diceRound(1), minesRound(2, 4), diceRound(3)])
const ofDraws = () =>
  recordOf({ kind: 'shared', pair: null, chains: [chain] }, [doubleRound(3), doubleRound(4), doubleRound(29)])

const findingsOf = (record: RoundsRecord) => {
  const { rounds, findings } = verifyRecord(record)
  return [...findings, ...rounds.flatMap(({ findings: own }, at) => own.map((what) => `${at}: ${what}`))]
}

/** The file with one round changed. */
const changed = (record: RoundsRecord, at: number, change: object): RoundsRecord => ({
  ...record,
  rounds: record.rounds.map((round, place) =>
    place === at ? ({ ...round, ...change } as RecordedRound) : round,
  ),
})

describe('a file of rounds', () => {
  test('is valid if unchanged', () => {
    expect(findingsOf(ofPair())).toEqual([])
    expect(findingsOf(ofDraws())).toEqual([])
  })

  test('is valid with dice of the first version, paid as then', () => {
    const rounds = [0, 1, 2, 3, 4, 5].map(firstDiceRound)
    expect(rounds.some(({ status }) => status === 'won')).toBe(true)
    expect(findingsOf(recordOf({ kind: 'pair', pair, chains: [] }, rounds))).toEqual([])
  })

  test.each([
    {
      what: 'a payout',
      record: changed(ofPair(), 2, { payoutCents: 1 }),
      finds: ['totals', '2: running', '2: payout', '3: running'],
    },
    { what: 'a multiplier', record: changed(ofPair(), 2, { multiplierE4: 1 }), finds: ['2: payout'] },
    {
      what: 'a result',
      record: changed(ofPair(), 1, { state: { resultHundredths: 1 } }),
      finds: ['1: result'],
    },
    {
      what: 'a nonce',
      record: changed(ofPair(), 0, { nonce: 9 }),
      finds: expect.arrayContaining(['0: result', '1: order']) as string[],
    },
    { what: 'a running balance', record: changed(ofPair(), 1, { runningCents: 5 }), finds: ['1: running'] },
    {
      what: 'the mines',
      record: changed(ofPair(), 2, { state: { opened: [0], mines: [1, 2, 3] } }),
      finds: expect.arrayContaining(['2: result']) as string[],
    },
    { what: 'how it ended', record: changed(ofPair(), 2, { status: 'lost' }), finds: ['2: status'] },
    { what: 'the rules', record: changed(ofPair(), 0, { rulesVersion: 99 }), finds: ['0: unreadable'] },
    { what: 'a slot', record: changed(ofDraws(), 1, { state: { slot: 99 } }), finds: ['1: result'] },
    {
      what: 'the seed of a draw',
      record: changed(ofDraws(), 0, {
        draw: { room: 'double', place: 3, commitment: chain.commitment, seed: seeds[5] },
      }),
      finds: expect.arrayContaining(['0: chain']) as string[],
    },
    {
      what: 'the place of a draw',
      record: changed(ofDraws(), 0, {
        draw: { room: 'double', place: 2, commitment: chain.commitment, seed: seeds[3] },
      }),
      finds: ['0: chain'],
    },
    {
      what: 'the hash of the seed',
      record: { ...ofPair(), pair: { ...pair, serverSeedHash: 'ab'.repeat(32) } },
      finds: ['seed', 'log'],
    },
    {
      what: 'the salt',
      record: { ...ofDraws(), chains: [{ ...chain, salt: 'another' }] },
      finds: expect.arrayContaining(['log']) as string[],
    },
    {
      what: 'the sums',
      record: { ...ofPair(), totals: { stakeCents: 1, payoutCents: 2 } },
      finds: ['totals'],
    },
    {
      what: 'the first rounds',
      record: recordOf({ kind: 'pair', pair, chains: [] }, [diceRound(1), minesRound(2, 4)]),
      finds: ['0: order'],
    },
    {
      what: 'the room of a draw',
      record: recordOf({ kind: 'shared', pair: null, chains: [chain] }, [luckyRound('30', 'double', 3)]),
      finds: ['0: unreadable'],
    },
    {
      what: 'a draw between others, told twice',
      record: recordOf({ kind: 'shared', pair: null, chains: [chain] }, [
        doubleRound(3),
        doubleRound(4),
        doubleRound(3),
      ]),
      finds: ['2: order'],
    },
    {
      what: 'a bet on a draw put among the rounds of a pair',
      record: recordOf({ kind: 'pair', pair, chains: [chain] }, [diceRound(0), doubleRound(3)]),
      finds: ['1: order'],
    },
    { what: 'the number of parts', record: { ...ofPair(), parts: 2 }, finds: ['part'] },
    {
      what: 'which part it is',
      record: { ...ofPair(), part: 2, parts: 2 },
      finds: ['0: order'],
    },
    {
      what: 'that there are rounds',
      record: recordOf({ kind: 'pair', pair, chains: [] }, []),
      finds: ['part'],
    },
    { what: 'the head of the log', record: { ...ofPair(), head: null }, finds: ['log'] },
  ])('detects that $what was changed', ({ record, finds }) => {
    expect(findingsOf(record as RoundsRecord)).toEqual(finds)
  })

  test('detects missing and duplicate rounds', () => {
    const { rounds, ...record } = ofPair()
    const without = recordOf(
      { kind: 'pair', pair, chains: [] },
      rounds.filter((_, at) => at !== 1),
    )
    expect(findingsOf(without)).toEqual(['1: order'])
    expect(findingsOf({ ...record, rounds: [...rounds, ...rounds.slice(-1)] })).toContain('4: order')
  })

  test('is one only with its rounds, chains and commitments', () => {
    expect(isRecord(ofPair())).toBe(true)
    for (const wrong of [null, 7, {}, { format: 'another' }, { format: RECORD_FORMAT }])
      expect(isRecord(wrong)).toBe(false)
  })
})
