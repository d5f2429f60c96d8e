import { crashCurve, crashPoint, isNextInChain, plainHmac } from '@palpite/games'
import { drawCurve } from './curve.ts'
import { listenToPage, say, reportRefusal } from './frame.ts'
import {
  button,
  element,
  iconButton,
  showClosed,
  showDialog,
  showHistory,
  soundButton,
  stakeField,
} from './parts.ts'
import { call, callTwice, enter, subscribeToStream, newRequestId, type State } from './session.ts'
import { tone } from './sound.ts'
import { errorText, money, percent, text, times } from './texts.ts'
import { wearTheme } from './wear-theme.ts'

type View = {
  nowMs: number
  commitment: string
  salt: string
  round: { id: number; place: number; startsAtMs: number; point: number | null } | null
  bets: { name: string; stakeCents: number; cashedOutAt: number | null }[]
  history: { place: number; point: number; seed: string }[]
}
type Played = { betId: string; cashedOutAt: number | null; winCents: number; balanceCents?: number }
/** From this multiplier on, in hundredths, an end counts as high. */
const HIGH = 1000

type Own = { roundId: number; stakeCents: number; cashedOutAt: number | null; autoAt: number | null }

const game = document.querySelector('main')
if (!game) throw new Error('the page has its place')
game.append(element('p', { role: 'status', class: 'said' }, text('loading')))
wearTheme()
const entered = await enter('palpite-crash')
if (entered.ok) play(entered, game)
else await showClosed(game, entered.code)

function play(state: State, place: HTMLElement): void {
  let balanceCents = state.balanceCents
  let view: View | undefined
  /** How far the studio's clock is ahead of this one. */
  let aheadMs = 0
  /** A bet had no clear answer: it may still be in its round. */
  let isUnsure = false
  let own = ownOf(state)
  let isBusy = false
  let lastOver = 0
  const balance = element('b')
  const said = element('p', { class: 'said', role: 'status' })
  const canvas = element('canvas', { 'aria-hidden': 'true' })
  const figure = element('strong')
  const points = element('div', {
    class: 'points',
    role: 'group',
    tabindex: 0,
    'aria-label': text('history'),
  })
  const players = element('div', { class: 'players', role: 'group', 'aria-label': text('players') })
  const stake = stakeField(state, money)
  const target = element('input', { inputmode: 'decimal', placeholder: text('autoOff') })
  const go = button(text('bet'), () => void press(), { class: 'main-action' })
  const showBalance = () => (balance.textContent = money(balanceCents))
  const report = (words: string, kind = '') => {
    said.textContent = words
    said.dataset['kind'] = kind
  }

  /** Nothing is computed before the studio's first message. */
  const check = iconButton('verify', text('verify'), () => view && verify(view))
  check.disabled = true

  const elapsedMs = () => (view?.round ? Date.now() + aheadMs - view.round.startsAtMs : -1)
  const isOver = () => view?.round?.point !== null && view?.round?.point !== undefined
  const isRunning = () => elapsedMs() >= 0 && !isOver()
  const isIn = () => own !== undefined && own.roundId === view?.round?.id && own.cashedOutAt === null

  async function press(): Promise<void> {
    if (isBusy) return
    isBusy = true
    await (isIn() && isRunning() ? cashOut() : bet())
    isBusy = false
    drawControls()
  }

  async function bet(): Promise<void> {
    if (!view?.round || elapsedMs() >= 0 || isIn()) return
    const roundId = view.round.id
    const autoAt = targetOf(target.value)
    const body = { requestId: newRequestId(), stakeCents: stake.cents(), autoAt }
    const answer = await callTwice<Played>('/api/crash/bet', body)
    if (!answer.ok) {
      reportRefusal(answer.code)
      isUnsure = answer.code === 'try_again'
      return report(errorText(answer.code), 'error')
    }
    own = { roundId, stakeCents: body.stakeCents, cashedOutAt: null, autoAt }
    if (answer.balanceCents !== undefined) balanceCents = answer.balanceCents
    showBalance()
    say({ type: 'roundOpened' })
    return report(text('placed'))
  }

  async function cashOut(): Promise<void> {
    const answer = await call<Played>('/api/crash/cashOut', {})
    if (!answer.ok) {
      reportRefusal(answer.code)
      return report(errorText(answer.code), 'error')
    }
    if (answer.balanceCents !== undefined) balanceCents = answer.balanceCents
    return cashedOut(answer.cashedOutAt ?? 0, answer.winCents)
  }

  function cashedOut(at: number, winCents: number): void {
    if (own) own = { ...own, cashedOutAt: at }
    showBalance()
    report(text('out', { at: times(at), amount: money(winCents) }), 'won')
    tone(880, 160)
    say({ type: 'roundEnded' })
  }

  async function refresh(): Promise<void> {
    const fresh = await call<State>('/api/state')
    if (!fresh.ok) return
    balanceCents = fresh.balanceCents
    if (!isIn()) own = ownOf(fresh) ?? own
    if (isIn()) isUnsure = false
    const known = fresh.bets.find(({ roundId }) => Number(roundId) === own?.roundId)
    if (own && known?.cashedOutAt && own.cashedOutAt === null) cashedOut(known.cashedOutAt, known.winCents)
    showBalance()
  }

  function receive(next: View): void {
    view = next
    check.disabled = false
    aheadMs = next.nowMs - Date.now()
    if (next.round && isOver() && lastOver !== next.round.id) {
      lastOver = next.round.id
      isUnsure = false
      const wasIn = isIn()
      report(text('crashed', { at: times(next.round.point ?? 0) }))
      tone(180, 220)
      if (own?.roundId === next.round.id) void refresh()
      if (wasIn) say({ type: 'roundEnded' })
    } else if (isUnsure || (isIn() && own?.autoAt && crashCurve(Math.max(0, elapsedMs())) >= own.autoAt))
      void refresh()
    points.replaceChildren(
      ...next.history
        .slice(0, 12)
        .map(({ point }) => element('span', { 'data-high': point >= HIGH }, `${times(point)}x`)),
    )
    players.replaceChildren(...tagsOf(next))
    drawControls()
  }

  function drawControls(): void {
    const canBet = view?.round !== undefined && view.round !== null && elapsedMs() < 0 && !isIn()
    const canLeave = isIn() && isRunning()
    go.disabled = !(canBet || canLeave)
    if (!canLeave) go.textContent = canBet ? text('bet') : isIn() ? text('placed') : text('wait')
  }

  const figureOf = (elapsed: number, at: number) =>
    elapsed < 0 ? text('opens', { seconds: Math.ceil(-elapsed / 1000) }) : `${times(at)}x`

  /** Sixty times a second: the curve by the studio's clock, and the current cash-out value. */
  function drawFrame(): void {
    const elapsed = elapsedMs()
    const point = view?.round?.point ?? null
    const at = point ?? crashCurve(Math.max(0, elapsed))
    drawCurve(canvas, { at, isOver: point !== null })
    figure.toggleAttribute('data-over', point !== null)
    figure.toggleAttribute('data-waiting', elapsed < 0)
    write(figure, view?.round ? figureOf(elapsed, at) : text(view ? 'wait' : 'loading'))
    const canLeave = own !== undefined && isIn() && isRunning()
    go.toggleAttribute('data-cash', canLeave)
    if (own && canLeave) {
      write(go, text('cashOut', { amount: money(Math.floor((own.stakeCents * at) / 100)) }))
      go.disabled = isBusy
    }
    requestAnimationFrame(drawFrame)
  }

  showBalance()
  place.replaceChildren(
    element(
      'div',
      { class: 'bar' },
      element('span', {}, state.isDemo ? text('demo') : text('balance'), ' ', balance),
      element(
        'span',
        { class: 'row' },
        soundButton(),
        iconButton('rules', text('rules'), () => showRules(state)),
        iconButton('history', text('history'), () => void showOwn(report)),
        check,
      ),
      points,
    ),
    element(
      'div',
      { class: 'stage' },
      element('h1', { class: 'sr-only' }, state.name),
      element('div', { class: 'curve' }, canvas, figure),
      players,
      said,
    ),
    element('div', { class: 'controls' }, stake.view, element('label', {}, text('auto'), ' ', target), go),
  )
  target.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') void press()
  })
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog') || event.target !== document.body) return
    if (event.code === 'Space' || event.code === 'Enter') void press()
    else if (event.code === 'ArrowUp') stake.move(1)
    else if (event.code === 'ArrowDown') stake.move(-1)
    else return
    event.preventDefault()
  })
  subscribeToStream<View>('/api/crash/stream', receive, () => reportRefusal('no_answer'))
  listenToPage(state.pageOrigin, (message) => {
    if (message.type === 'balanceChanged') void refresh()
    if (message.type === 'notice') report(message.text)
  })
  say({ type: 'ready' })
  drawControls()
  requestAnimationFrame(drawFrame)
}

/** Recomputes the history: each seed is the hash of the next, and gives the end that was shown. */
function verify({ history, salt, commitment }: View): void {
  const rounds = history.toSorted((one, other) => one.place - other.place)
  const isRight = rounds.every(({ seed, point, place: at }, index) => {
    const known = index === 0 ? (at === 0 ? commitment : undefined) : rounds[index - 1]?.seed
    const follows = known === undefined || rounds[index - 1]?.place !== at - 1 || isNextInChain(known, seed)
    return follows && crashPoint(plainHmac, { gameHash: seed, salt }) === point
  })
  showDialog(
    text('verifyTitle'),
    element('p', {}, isRight ? text('chainVerified', { n: rounds.length }) : text('verifyFailed')),
    element('p', {}, element('code', {}, commitment.slice(0, 32), ' ', commitment.slice(32))),
  )
}

function showRules({ returnPpm, minStakeCents, maxStakeCents }: State): void {
  const bounds = { min: money(minStakeCents), max: money(maxStakeCents) }
  showDialog(
    text('rules'),
    element('p', {}, text('crashRules', { return: percent(returnPpm) })),
    element('p', {}, text('bounds', bounds)),
  )
}

async function showOwn(report: (words: string, kind: string) => void): Promise<void> {
  const fresh = await call<State>('/api/state')
  if (fresh.ok) showHistory(fresh.bets)
  else report(errorText(fresh.code), 'error')
}

/** Sets a text only if it differs: most frames repeat the last one. */
function write(place: HTMLElement, words: string): void {
  if (place.textContent !== words) place.textContent = words
}

/** The players of a round, each with what they bet or took out. */
function tagsOf({ bets }: View): HTMLElement[] {
  return bets
    .slice(0, 12)
    .map(({ name, stakeCents, cashedOutAt }) =>
      element('span', {}, `${name} ${money(stakeCents)}${cashedOutAt ? ` · ${times(cashedOutAt)}x` : ''}`),
    )
}

/** The bet that was open when the page was reloaded. */
function ownOf({ bets }: State): Own | undefined {
  const open = bets.find(({ status }) => status === 'playing')
  return (
    open && {
      roundId: Number(open.roundId),
      stakeCents: open.stakeCents,
      cashedOutAt: null,
      autoAt: open.autoAt,
    }
  )
}

/** A target in hundredths, or none. */
function targetOf(written: string): number | null {
  const hundredths = Math.round(Number(written.replace(',', '.')) * 100)
  return hundredths > 100 ? hundredths : null
}
