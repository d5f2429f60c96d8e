import {
  FREE_SPIN_SLOT,
  plainHmac,
  seedHash,
  slotRound,
  type SlotSymbol,
  spinAt,
  type Spin,
} from '@palpite/games'
import { cents } from '@palpite/money'
import { listenToPage, say, reportRefusal } from './frame.ts'
import { outcomeOf } from './outcome.ts'
import {
  button,
  element,
  iconButton,
  showClosed,
  showDialog,
  showHistory,
  soundButton,
  stakeField,
  tableOf,
} from './parts.ts'
import { type Bet, call, callTwice, enter, newRequestId, type State } from './session.ts'
import { tone } from './sound.ts'
import { symbolDrawing } from './symbols.ts'
import { errorText, money, percent, text } from './texts.ts'
import { wearTheme } from './wear-theme.ts'

type Spun = {
  spun: { betId: string; stakeCents: number; payoutCents: number; stops: number[][]; balanceCents?: number }
}

const FREE_SPIN_MS = 900

const game = document.querySelector('main')
if (!game) throw new Error('the page has its place')
game.append(element('p', { role: 'status', class: 'said' }, text('loading')))
wearTheme()
const entered = await enter('palpite-slot')
if (entered.ok) play(entered, game)
else await showClosed(game, entered.code)

function play(state: State, place: HTMLElement): void {
  let balanceCents = state.balanceCents
  let isBusy = false
  let isCovered = false
  const balance = element('b')
  const said = element('p', { class: 'said', role: 'status' })
  const reels = element('div', { class: 'reels', role: 'group', 'aria-label': state.name })
  const stake = stakeField(state, money)
  const go = button(text('spin'), () => void spin(), { class: 'main-action' })
  let gifts = state.freeRounds
  const gift = element('p', { class: 'gift' })
  const showBalance = () => {
    balance.textContent = money(balanceCents)
    const [first] = gifts
    gift.textContent = first ? text('gift', { n: first.left, stake: money(first.stakeCents) }) : ''
    gift.hidden = first === undefined
    stake.view.hidden = first !== undefined
    go.textContent = text(first ? 'spinFree' : 'spin')
  }

  const report = (words: string, kind = '') => {
    said.textContent = words
    said.dataset['kind'] = kind
  }

  async function spin(): Promise<void> {
    if (isBusy || isCovered) return
    isBusy = true
    go.disabled = true
    const startedAt = performance.now()
    report(text('spinning'))
    reels.dataset['spinning'] = ''
    say({ type: 'roundOpened' })
    const requestId = newRequestId()
    const [free] = gifts
    const body = { requestId, stakeCents: stake.cents(), grant: free?.grant ?? null }
    const answer = await callTwice<Spun>('/api/slot/spin', body)
    delete reels.dataset['spinning']
    // Reloads the remaining free rounds and the balance: a round of unknown outcome may have counted.
    if (free) await refresh()
    if (answer.ok) await show(answer.spun, free !== undefined)
    else {
      report(errorText(answer.code), 'error')
      reportRefusal(answer.code)
    }
    say({ type: 'roundEnded' })
    const rest = state.minRoundMs - (performance.now() - startedAt)
    setTimeout(
      () => {
        isBusy = false
        go.disabled = false
      },
      Math.max(0, rest),
    )
  }

  async function show(
    { stakeCents, payoutCents, stops, balanceCents: now }: Spun['spun'],
    isFree: boolean,
  ): Promise<void> {
    for (const [at, spinStops] of stops.entries()) {
      if (at > 0) {
        report(text('free', { n: at, of: stops.length - 1 }))
        await new Promise((done) => setTimeout(done, FREE_SPIN_MS))
      }
      draw(spinAt(spinStops, FREE_SPIN_SLOT))
    }
    if (now === undefined) await refresh()
    else balanceCents = now
    showBalance()
    const reported = outcomeOf({ stakeCents, payoutCents, isFree })
    report(text(reported, { amount: money(payoutCents) }), reported === 'won' ? 'won' : '')
    if (reported === 'won') tone(880, 180)
  }

  function draw(spun: Spin): void {
    const winning = new Set(
      spun.lineWins.flatMap(({ line, count }) =>
        (FREE_SPIN_SLOT.lines[line] ?? []).slice(0, count).map((row, reel) => `${reel}.${row}`),
      ),
    )
    const cells = [0, 1, 2].flatMap((row) =>
      spun.window.map((column, reel) => cell(column[row] ?? 'white', winning.has(`${reel}.${row}`))),
    )
    reels.replaceChildren(...cells)
  }

  async function refresh(): Promise<void> {
    const fresh = await call<State>('/api/state')
    if (fresh.ok) {
      balanceCents = fresh.balanceCents
      gifts = fresh.freeRounds
    }
    showBalance()
  }

  async function verify(): Promise<void> {
    const before = await call<State>('/api/state')
    const reported = await call<{
      revealed: { serverSeed: string; serverSeedHash: string; clientSeed: string }
    }>('/api/rotate', {})
    if (!before.ok || !reported.ok) return report(errorText('try_again'), 'error')
    const { serverSeed, serverSeedHash, clientSeed } = reported.revealed
    const own = before.bets.filter(
      ({ nonce, status }) => nonce !== null && (status === 'done' || status === 'paying'),
    )
    const inPair = own.filter(({ nonce }) => (nonce ?? 0) < before.seeds.nonce)
    const agrees = ({ nonce, stakeCents, winCents }: Bet) =>
      slotRound(plainHmac, { serverSeed, clientSeed, nonce: nonce ?? 0 }, cents(stakeCents)).payoutCents ===
      winCents
    const isRight =
      seedHash(serverSeed) === serverSeedHash &&
      serverSeedHash === before.seeds.serverSeedHash &&
      inPair.every(agrees)
    showDialog(
      text('verifyTitle'),
      element('p', {}, isRight ? text('verified', { n: inPair.length }) : text('verifyFailed')),
      element('p', {}, element('code', {}, serverSeed.slice(0, 32), ' ', serverSeed.slice(32))),
    )
    return undefined
  }

  const rules = () =>
    showDialog(
      text('rules'),
      element('p', {}, text('slotRules', { return: percent(state.returnPpm), hits: percent(state.hitsPpm) })),
      element('p', {}, text('bounds', boundsOf(state))),
      payTable(),
      element('p', {}, text('linePays')),
      element('h3', {}, text('lines')),
      element('div', { class: 'lines' }, ...FREE_SPIN_SLOT.lines.map(lineDrawing)),
    )
  const history = () =>
    void call<State>('/api/state').then((fresh) =>
      fresh.ok ? showHistory(fresh.bets) : report(errorText(fresh.code), 'error'),
    )

  // Nothing has been played yet: symbols that match by chance are no win.
  draw({ ...spinAt([0, 0, 0, 0, 0], FREE_SPIN_SLOT), lineWins: [] })
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
        iconButton('rules', text('rules'), rules),
        iconButton('history', text('history'), history),
        iconButton('verify', text('verify'), () => void verify()),
      ),
    ),
    element('div', { class: 'stage' }, element('h1', { class: 'name' }, state.name), reels, said),
    element('div', { class: 'controls' }, gift, stake.view, go),
  )
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog') || event.target instanceof HTMLButtonElement) return
    if (event.code === 'Space' || event.code === 'Enter') void spin()
    else if (event.code === 'ArrowUp') stake.move(1)
    else if (event.code === 'ArrowDown') stake.move(-1)
    else return
    event.preventDefault()
  })
  listenToPage(state.pageOrigin, (message) => {
    if (message.type === 'balanceChanged') void refresh()
    if (message.type === 'covered') isCovered = message.isCovered
    if (message.type === 'notice') report(message.text)
  })
  say({ type: 'ready' })
  // A round that was played while the page was away is shown as it ended.
  if (state.bets[0]) {
    void call<Spun>('/api/slot/last').then((last) => {
      const stops = last.ok ? last.spun.stops.at(-1) : undefined
      if (stops && !isBusy) draw(spinAt(stops, FREE_SPIN_SLOT))
    })
  }
}

function cell(symbol: SlotSymbol, isWinning: boolean): HTMLElement {
  return element(
    'div',
    { class: 'cell', 'data-win': isWinning },
    symbolDrawing(symbol, text(`symbol.${symbol}`)),
  )
}

/** The payouts of three, four and five in a row, in line stakes. */
function payTable(): HTMLElement {
  const rows = (Object.entries(FREE_SPIN_SLOT.pays) as [SlotSymbol, readonly number[]][])
    .filter(([symbol]) => symbol !== 'ball')
    .map(([symbol, pays]) => [
      element('span', { class: 'symbol' }, symbolDrawing(symbol, ''), text(`symbol.${symbol}`)),
      ...pays.map((hundredths) => `${hundredths / 100}×`),
    ])
  return tableOf(['', '3', '4', '5'], rows)
}

/** The path of a line over the reels. */
function lineDrawing(rows: readonly number[], at: number): Element {
  const points = rows.map((row, reel) => `${reel * 10 + 5},${row * 10 + 5}`).join(' ')
  const dots = [0, 1, 2].flatMap((row) =>
    rows.map((_, reel) => `<circle cx="${reel * 10 + 5}" cy="${row * 10 + 5}" r="1.5" fill="#5b4f7a"/>`),
  )
  const drawn = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30" role="img" aria-label="${at + 1}">${dots.join('')}<polyline points="${points}" fill="none" stroke="#ffc94d" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/></svg>`,
    'image/svg+xml',
  )
  return drawn.documentElement
}

const boundsOf = ({ minStakeCents, maxStakeCents }: State) => ({
  min: money(minStakeCents),
  max: money(maxStakeCents),
})
