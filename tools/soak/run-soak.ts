import { setTimeout as sleep } from 'node:timers/promises'
import { drawsOf } from '../adversary/fuzz.ts'
import { acts, enter } from './acts.ts'
import { compareAll, quieten, verifyNow } from './invariants.ts'
import { type Life, newPlayer, note, type Player, type Tally } from './player.ts'
import { MATCH_SPEED, openWorld, type World } from './world.ts'

export type SoakWish = {
  seed: number
  /** At least this many. */
  minutes: number
  players: number
  /** How many kills and freezes, spread evenly. */
  troubles: number
  report: (line: string) => void
}

/** A run's result. Without findings everything held. */
export type Soak = {
  /** Players registered in time. */
  inside: number
  troubles: string[]
  bankFaults: number
  answered: number
  cutOff: number
  checked: number
  askedAgain: number
  verified: number
  matches: number
  sports: number
  /** By the matches' clock. */
  hours: number
  acts: Record<string, number>
  refused: Record<string, number>
  findings: string[]
}

const OPEN_MATCHES = 16
const LOOK_AT_MATCHES_MS = 2000
/** Between a player's steps: at 300 players some two hundred calls a second. */
const PACE_MS = { min: 300, max: 2000 }
/** The share of the time in which players still arrive. */
const COMING_SHARE = 0.25
/** After this many faults everything is verified under load. */
const VERIFIED_EACH = 3

/**
 * So many minutes of players and faults, then quiet, then the comparison. The seed decides players' wishes and the
 * order of faults, not their interleaving, because servers and databases are real.
 */
export async function runSoak(wish: SoakWish): Promise<Soak> {
  const world = await openWorld()
  try {
    return await soak(world, wish)
  } catch (error) {
    wish.report(world.lastWords())
    throw error
  } finally {
    await world.close()
  }
}

async function soak(world: World, wish: SoakWish): Promise<Soak> {
  const { seed, minutes, report } = wish
  const endsAt = performance.now() + minutes * 60_000
  const tally: Tally = { answered: 0, cutOff: 0, refused: new Map(), acts: new Map() }
  // Kills take longer on a slow machine: the day lasts until all faults happened.
  let isTroubleOver = false
  const isOver = () => isTroubleOver && performance.now() >= endsAt
  const life: Life = { world, seed, tally, isOver, isQuiet: false }
  const players = Array.from({ length: wish.players }, (_, at) => newPlayer(seed, at))
  const findings: string[] = []
  const comingMs = minutes * 60_000 * COMING_SHARE
  const living = players.map((player) =>
    live(life, players, { player, comingMs }).catch((error: unknown) => {
      player.wrong.push(String(error))
    }),
  )
  const matches = playMatches(life)
  const { happened, bankFaults, verified } = await makeTrouble(world, wish, findings).finally(() => {
    isTroubleOver = true
  })
  await Promise.all([...living, matches])
  report(`${tally.answered} calls are answered, ${tally.cutOff} were cut off; now it grows quiet`)
  const inside = players.filter(({ token }) => token !== '')
  const left = await quieten(life, inside)
  life.isQuiet = true
  report(`${left} things are left under way; now all is compared`)
  const compared = await compareAll(life, inside, left)
  findings.push(...compared.findings)
  for (const player of players.filter(({ wrong }) => wrong.length > 0)) findings.push(storyOf(player))
  if (findings.length > 0) findings.push(`the servers' last words: ${world.lastWords()}`)
  return {
    inside: inside.length,
    troubles: happened,
    bankFaults,
    answered: tally.answered,
    cutOff: tally.cutOff,
    checked: compared.checked,
    askedAgain: compared.askedAgain,
    verified,
    matches: world.matches.length,
    sports: new Set(world.matches.map(({ sport }) => sport)).size,
    hours: Math.round((minutes * MATCH_SPEED) / 60),
    acts: Object.fromEntries(tally.acts),
    refused: Object.fromEntries([...tally.refused].toSorted(([, one], [, other]) => other - one)),
    findings,
  }
}

type Living = { player: Player; comingMs: number }

/** From registration to the end: random acts in sequence. */
async function live(life: Life, players: readonly Player[], { player, comingMs }: Living): Promise<void> {
  const { draw } = player
  await sleep(draw.below(Math.max(1, Math.floor(comingMs))))
  const inviter = draw.chance(40) ? draw.pick(players).invitation : undefined
  await enter(life, player, inviter)
  while (player.token !== '' && !life.isOver()) {
    const name = player.needsMoney && draw.chance(60) ? 'topUp' : drawAct(draw.below(1_000_000) / 1_000_000)
    note(player, name)
    await acts[name]?.run(life, player)
    life.tally.acts.set(name, (life.tally.acts.get(name) ?? 0) + 1)
    await sleep(PACE_MS.min + draw.below(PACE_MS.max - PACE_MS.min))
  }
}

const total = Object.values(acts).reduce((sum, { weight }) => sum + weight, 0)

function drawAct(roll: number): string {
  let left = roll * total
  for (const [name, { weight }] of Object.entries(acts)) {
    left -= weight
    if (left < 0) return name
  }
  return 'look'
}

async function playMatches({ world, seed, isOver }: Life): Promise<void> {
  const draw = drawsOf(seed * 31 + 1)
  while (!isOver()) {
    await world.keepMatches(draw, OPEN_MATCHES)
    await sleep(LOOK_AT_MATCHES_MS)
  }
}

/** Faults in sequence; between them everything is verified. */
async function makeTrouble(world: World, wish: SoakWish, findings: string[]) {
  const draw = drawsOf(wish.seed * 31 + 2)
  const everyMs = (wish.minutes * 60_000) / (wish.troubles + 1)
  const happened: string[] = []
  let bankFaults = 0
  let verified = 0
  for (let at = 1; at <= wish.troubles; at += 1) {
    const next = performance.now() + everyMs
    bankFaults += await world.troubleOutside(draw)
    await sleep(everyMs / 2)
    const what = await world.trouble(draw)
    happened.push(what)
    wish.report(`${at}: ${what}`)
    if (at % VERIFIED_EACH === 0) {
      findings.push(...(await verifyNow(world)))
      verified += 1
    }
    await sleep(Math.max(0, next - performance.now()))
  }
  return { happened, bankFaults, verified }
}

/** A player's fault, and their last steps. */
const storyOf = ({ email, wrong, steps }: Player): string =>
  [`${email}: ${wrong.join('; ')}`, ...steps.map((step) => `    ${step}`)].join('\n')
