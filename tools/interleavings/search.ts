import { settleBets, sendResult, unsettled } from './book-commands.ts'
import { type Answer, endWithdrawals } from './commands.ts'
import { type Draw, openDraw } from './draw.ts'
import { checkRows } from './invariants.ts'
import { Broken, commitLate, type Fault, openAccounts, type Steps, type World } from './ledger.ts'
import { FIXTURES, OUTCOMES } from './quotes.ts'
import {
  checkAnswers,
  commandOf,
  mayBeSent,
  newRequest,
  PLAYERS,
  type Sent,
  wordOf,
  wordsOf,
} from './requests.ts'
import { circleOf, openStore, release, type Tx } from './store.ts'

/** A list on a server, as a row of steps between which others may run. */
type Task = {
  server: number
  name: string
  steps: Steps<Answer[]>
  waits?: Tx
  opened: Tx[]
  sent: readonly Sent[]
}

export type Found = { seed: number; wrong: string; steps: readonly string[] }
export type Searched = { commits: number; steps: number; acknowledged: number; found: Found | undefined }

/** An event order in progress. */
type Run = {
  draw: Draw
  world: World
  sent: Sent[]
  /** Each server's queue. */
  waiting: Sent[][]
  tasks: Task[]
  reported: string[]
  counted: { commits: number; steps: number }
  /** Pending events: requests, results, server deaths. */
  left: { requests: number; results: number; deaths: number }
  /** Work of settlement and bank; changes only with a commit. */
  work: { at: number; unsettledBets: number; withdrawalIds: string[] }
}

const SERVERS = [0, 1]
const REQUESTS = 14
const LIST = 4
const AT_ONCE = 3
const LAST_STEPS = 60

/**
 * Runs one event order by its seed: requests, lists on two servers, feed, settlement, bank answers, and servers that
 * die. Returns a violation with the last steps, or undefined.
 */
export function runOrder(seed: number, fault?: Fault): Searched {
  const run = openRun(seed, fault)
  let found: Found | undefined
  try {
    while (step(run));
    checkRows(run.world)
    for (const one of run.sent) checkAnswers(run.world, one)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const wrong = error instanceof Broken ? error.message : String(error.stack)
    found = { seed, wrong, steps: run.reported.slice(-LAST_STEPS) }
  }
  const acknowledged = run.sent.reduce((sum, { answers }) => sum + answers.filter(({ ok }) => ok).length, 0)
  return { ...run.counted, acknowledged, found }
}

function openRun(seed: number, fault: Fault | undefined): Run {
  const draw = openDraw(seed)
  const world: World = {
    store: openStore(),
    fault,
    now: Date.parse('2026-11-20T12:00:00Z'),
    lastId: 0,
    settlements: 0,
    opened: [],
    uncommitted: [],
  }
  for (const id of PLAYERS) openAccounts(world.store, id, 1000 * (2 + draw.below(40)))
  for (const id of OUTCOMES) world.store.tables.outcome.set(String(id), { marketStatus: 'open', isWon: null })
  return {
    draw,
    world,
    sent: [],
    waiting: SERVERS.map(() => []),
    tasks: [],
    reported: [],
    counted: { commits: 0, steps: 0 },
    left: { requests: REQUESTS, results: 2 + draw.below(4), deaths: draw.below(3) },
    work: { at: -1, unsettledBets: 0, withdrawalIds: [] },
  }
}

/** One of the possible next events; false if none is left. */
function step(run: Run): boolean {
  const { draw, world, left, tasks } = run
  run.counted.steps += 1
  world.now += draw.below(120)
  const choices = requestsNext(run)
  if (choices.length === 0 && tasks.length > 0) throw new Broken('nobody goes on, and not all has ended')
  const isQuiet = choices.length === 0
  if (tasks.filter(({ sent }) => sent.length === 0).length < AT_ONCE) choices.push(...jobsNext(run))
  if (left.deaths > 0 && !isQuiet && draw.chance(2)) choices.push(() => kill(run))
  if (choices.length === 0) return false
  draw.oneOf(choices)()
  return true
}

type Event = () => void

/** The next steps of players and lists. A list in progress is as likely as two others. */
function requestsNext(run: Run): Event[] {
  const { tasks, waiting, sent, left } = run
  const choices: Event[] = []
  for (const task of tasks)
    if (!task.waits?.waitsFor)
      choices.push(
        () => advance(run, task),
        () => advance(run, task),
      )
  for (const server of SERVERS)
    if (waiting[server]?.length && tasks.filter((one) => one.server === server).length < AT_ONCE)
      choices.push(() => startList(run, server))
  if (left.requests > 0) choices.push(() => ask(run))
  for (const one of sent) if (mayBeSent(one)) choices.push(() => send(run, one))
  return choices
}

/** Events without a request: results, settlement, bank answers. */
function jobsNext(run: Run): Event[] {
  const { draw, world, left } = run
  const { unsettledBets, withdrawalIds } = workOf(run)
  const choices: Event[] = []
  const job = (name: string, steps: Steps<Answer[]>) =>
    run.tasks.push({ server: draw.oneOf(SERVERS), name, steps, opened: [], sent: [] })
  if (left.results > 0)
    choices.push(() => {
      left.results -= 1
      job('feed', sendResult(world, draw.oneOf(FIXTURES), draw.chance(25) ? null : draw.below(3)))
    })
  if (unsettledBets > 0) choices.push(() => void job('settlement', settleBets(world)))
  if (withdrawalIds.length > 0)
    choices.push(() => {
      const status = draw.chance(60) ? 'paid' : 'failed'
      job(`bank says ${status}`, endWithdrawals(world, [draw.oneOf(withdrawalIds)], status))
    })
  return choices
}

function workOf(run: Run): Run['work'] {
  const { world, counted } = run
  if (run.work.at !== counted.commits) {
    const open = [...world.store.tables.withdrawal.values()].filter(({ status }) => status === 'requested')
    const withdrawalIds = open.map(({ id }) => id)
    run.work = { at: counted.commits, unsettledBets: unsettled(world).length, withdrawalIds }
  }
  return run.work
}

const say = ({ reported, world }: Run, text: string) => void reported.push(`${world.now % 1_000_000} ${text}`)

function ask({ draw, world, left, sent }: Run): void {
  left.requests -= 1
  const one = newRequest(draw, world, left.requests)
  if (one) sent.push({ ...one, sends: 0, inFlight: 0, answers: [], isUnsure: false })
}

function send(run: Run, one: Sent): void {
  const server = run.draw.oneOf(SERVERS)
  one.sends += 1
  one.inFlight += 1
  run.waiting[server]?.push(one)
  say(run, `sends ${one.kind} ${wordsOf(one)} to server ${server}`)
}

/** Everything queued on a server of one kind, as one list. */
function startList(run: Run, server: number): void {
  const queue = run.waiting[server] ?? []
  const { kind } = run.draw.oneOf(queue)
  const list = queue.filter((one) => one.kind === kind).slice(0, LIST)
  run.waiting[server] = queue.filter((one) => !list.includes(one))
  say(run, `server ${server} begins ${kind}: ${list.map(wordsOf).join(', ')}`)
  run.tasks.push({ server, name: kind, steps: commandOf(run.world, kind, list), opened: [], sent: list })
}

/** A server dies: its uncommitted work is gone, and its callers get no answer. */
function kill(run: Run): void {
  const { world, tasks, waiting, left } = run
  left.deaths -= 1
  const server = run.draw.oneOf(SERVERS)
  say(run, `server ${server} dies`)
  const gone = tasks.filter((one) => one.server === server)
  for (const task of gone) {
    for (const tx of task.opened) release(world.store, tx)
    tasks.splice(tasks.indexOf(task), 1)
  }
  for (const one of [...gone.flatMap(({ sent }) => sent), ...(waiting[server] ?? [])]) {
    one.inFlight -= 1
    one.isUnsure = true
  }
  waiting[server] = []
}

/** Runs a list's next step; after the last one its players are answered and all rows checked. */
function advance(run: Run, task: Task): void {
  const { world, tasks } = run
  world.opened = task.opened
  const { value, done } = task.steps.next()
  if (!done) {
    if (value === 'statement') return
    task.waits = value.tx
    const circle = circleOf(world.store, value.tx)
    if (circle) throw new Broken(`they wait for one another: ${circle.map(({ name }) => name).join(', ')}`)
    return
  }
  const { server, name, sent } = task
  for (const tx of world.uncommitted.splice(0))
    tasks.push({ server, name: 'commit', steps: commitLate(world, tx), opened: [tx], sent: [] })
  run.counted.commits += 1
  checkRows(world)
  say(run, `server ${server} ends ${name}: ${value.map(wordOf).join(', ')}`)
  tasks.splice(tasks.indexOf(task), 1)
  for (const [at, one] of sent.entries()) {
    one.inFlight -= 1
    const answer = value[at]
    if (answer) one.answers.push(answer)
  }
}
