/** A ball's outcomes in a T20 innings by phase. Runs include extras; 3, 5 and 7 are rare and omitted. */
type BallChances = { readonly runs: readonly number[]; readonly wicket: number }

const BALLS = 120
const WICKETS = 10
const POWERPLAY_ENDS = 36
const DEATH_STARTS = 90

/** Runs per ball measured on 40 IPL matches: zero to six; a phase scales them to its own mean. */
const MEASURED = [0.3137, 0.4085, 0.0528, 0.0022, 0.1321, 0.0029, 0.0877]
const PHASES = {
  powerplay: { runs: 1.628, wicket: 0.0415 },
  middle: { runs: 1.491, wicket: 0.0423 },
  death: { runs: 1.744, wicket: 0.0694 },
} as const

const phaseOf = (ball: number): keyof typeof PHASES =>
  ball < POWERPLAY_ENDS ? 'powerplay' : ball < DEATH_STARTS ? 'middle' : 'death'

/** The measured ball with more or fewer runs: scoring balls are scaled, dot balls take the rest. */
const ballOf = (meanRuns: number, wicket: number): BallChances => {
  const measuredMean = MEASURED.reduce((sum, chance, runs) => sum + chance * runs, 0)
  const scaled = MEASURED.map((chance, runs) => (runs === 0 ? 0 : (chance * meanRuns) / measuredMean))
  const scoring = scaled.reduce((sum, chance) => sum + chance, 0)
  if (scoring > 1) throw new Error(`no ball brings ${meanRuns} runs on average`)
  return { runs: [1 - scoring, ...scaled.slice(1)], wicket }
}

/** Balls and wickets of an innings of twenty overs. */
export const [CRICKET_BALLS, CRICKET_WICKETS] = [BALLS, WICKETS]

/** The next ball's outcomes: chances of zero to six runs, and of a wicket. */
export const ballChances = (ballsDone: number, strength: number): BallChances => {
  const phase = PHASES[phaseOf(ballsDone)]
  return ballOf(phase.runs * strength, phase.wicket)
}

/** An innings' state. `strength` scales a ball's runs: 1 is the measured average. */
export type InningsState = {
  readonly balls: number
  readonly wickets: number
  readonly runs: number
  readonly strength: number
  /** The target to exceed in a chase; the innings ends when exceeded. */
  readonly target?: number
}

const SIZE = 330

/**
 * Chances of an innings' final runs, ball by ball: each ball is a wicket or runs by its phase; it ends with the last
 * ball, the last wicket, or the exceeded target. Shape: index n is n runs, up to 329. Read-only: innings before their
 * first ball are cached. Source: docs/maths/cricket.md.
 */
export const inningsRuns = (state: InningsState): Float64Array => {
  const { balls, wickets, runs, strength, target = SIZE } = state
  const isWhole = [balls, wickets, runs].every((count) => Number.isSafeInteger(count) && count >= 0)
  if (!isWhole || balls > BALLS || wickets > WICKETS || runs >= SIZE) throw new Error('not an innings of T20')
  const isFresh = balls === 0 && wickets === 0 && runs === 0 && target === SIZE
  const known = isFresh ? freshInnings.get(strength) : undefined
  if (known) return known
  const done = new Float64Array(SIZE)
  if (wickets === WICKETS || balls === BALLS || runs > target) return done.fill(1, runs, runs + 1)
  let [out, after] = [noRuns(), noRuns()]
  out[wickets]?.fill(1, runs, runs + 1)
  for (let ball = balls; ball < BALLS; ball += 1) {
    const span = { from: runs, to: Math.min(runs + (ball - balls) * MOST_RUNS, target, SIZE - 1) }
    playBall({ out, after, done }, ballChances(ball, strength), { ...span, target })
    ;[out, after] = [after, out]
  }
  for (const list of out)
    for (let total = 0; total < SIZE; total += 1) done[total] = (done[total] ?? 0) + (list[total] ?? 0)
  if (isFresh && freshInnings.size < MAX_FRESH) freshInnings.set(strength, done)
  return done
}

/** Innings without a ball, by strength: every match uses two of them until its first ball. */
const freshInnings = new Map<number, Float64Array>()
const MAX_FRESH = 200

const MOST_RUNS = MEASURED.length - 1

/** Chances of each total, by wickets fallen. */
const noRuns = (): Float64Array[] => Array.from({ length: WICKETS }, () => new Float64Array(SIZE))

type Lists = { readonly out: Float64Array[]; readonly after: Float64Array[]; readonly done: Float64Array }
/** The reachable totals so far, and the target. */
type Span = { readonly from: number; readonly to: number; readonly target: number }

/**
 * One ball from `out` into `after`, and endings into `done`; `out` is cleared for reuse. Plain loops: an innings is
 * 120 times this, and iterators or closures make it five times slower.
 */
const playBall = (
  { out, after, done }: Lists,
  { runs, wicket }: BallChances,
  { from, to, target }: Span,
): void => {
  const shares = Float64Array.from(runs, (share) => share * (1 - wicket))
  for (let fallen = 0; fallen < WICKETS; fallen += 1) {
    const list = out[fallen] ?? done
    const staying = after[fallen] ?? done
    const falling = fallen + 1 === WICKETS ? done : (after[fallen + 1] ?? done)
    for (let total = from; total <= to; total += 1) {
      const chance = list[total] ?? 0
      if (chance < 1e-14) continue
      falling[total] = (falling[total] ?? 0) + chance * wicket
      for (let scored = 0; scored < shares.length; scored += 1) {
        const reached = total + scored
        const place = Math.min(reached, SIZE - 1)
        const kept = reached > target ? done : staying
        kept[place] = (kept[place] ?? 0) + chance * (shares[scored] ?? 0)
      }
    }
    list.fill(0, from, to + 1)
  }
}

/** A T20 match: the side that bats first, and the chase once it has begun. */
export type CricketState = {
  readonly first: InningsState
  readonly second: Omit<InningsState, 'target'>
  readonly battingFirst: 'home' | 'away'
}

/** Chances of each side and of a tie (decided by a super over), and of the first innings' runs. */
export type CricketChances = {
  readonly home: number
  readonly away: number
  readonly tie: number
  readonly firstRuns: Float64Array
}

/** The winner from here: plays out the first innings, then the chase for each total. */
export const cricketChances = ({ first, second, battingFirst }: CricketState): CricketChances => {
  const firstRuns = inningsRuns(first)
  // Without a target the chase is the same for every total: it exceeds it, or stops short.
  const chase = inningsRuns(second)
  let below = 0
  let defended = 0
  let tie = 0
  for (const [runs, chance] of firstRuns.entries()) {
    defended += chance * below
    tie += chance * (chase[runs] ?? 0)
    below += chase[runs] ?? 0
  }
  const chased = 1 - defended - tie
  return battingFirst === 'home'
    ? { home: defended, away: chased, tie, firstRuns }
    : { home: chased, away: defended, tie, firstRuns }
}
