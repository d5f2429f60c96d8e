// Keeps the payment page true: counts down, asks how the payment stands, copies the code. Talks to nobody but
// the server the page came from.
const main = document.querySelector('main')
const POLL_MS = 2000

if (main) {
  countDown(Number(main.dataset.seconds))
  prepareCopy()
  prepareSandbox()
  if (isWaiting()) setTimeout(() => void poll(), POLL_MS)
}

function isWaiting() {
  return main.dataset.state === 'open' || main.dataset.state === 'preparing'
}

/** Asks how the payment stands, shows it, and asks again for as long as it may change. */
async function poll() {
  const state = await askState()
  if (state === 'open' && main.dataset.state === 'preparing') {
    location.reload() // the code is there now
    return
  }
  if (state) show(state)
  if (isWaiting()) setTimeout(() => void poll(), POLL_MS)
}

/** @returns {Promise<string | undefined>} the state, or nothing when the server did not answer */
async function askState() {
  try {
    const answer = await fetch(main.dataset.status, { cache: 'no-store' })
    return answer.ok ? String(Object(await answer.json()).state) : undefined
  } catch {
    return undefined // offline for a moment: asked again at the next turn
  }
}

/** @param {string} state */
function show(state) {
  if (main.dataset.state === state) return
  main.dataset.state = state
  const heading = main.querySelector(`[data-of="${state}"] h1`)
  if (heading) {
    heading.tabIndex = -1
    heading.focus()
  }
}

/** @param {number} seconds */
function countDown(seconds) {
  const shown = main.querySelector('[data-left]')
  if (!shown) return
  const endsAt = performance.now() + seconds * 1000
  const tick = () => {
    const left = Math.max(0, Math.round((endsAt - performance.now()) / 1000))
    shown.textContent = `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
    if (left > 0 && isWaiting()) setTimeout(tick, 1000)
  }
  tick()
}

function prepareCopy() {
  const button = main.querySelector('[data-copy]')
  const code = main.querySelector('textarea')
  const status = main.querySelector('[data-copy-status]')
  if (!button || !code || !status) return
  code.addEventListener('focus', () => code.select())
  const say = () => {
    status.textContent = button.getAttribute('data-copy')
    setTimeout(() => {
      status.textContent = ''
    }, 3000)
  }
  button.addEventListener('click', () => {
    code.select()
    const copying = navigator.clipboard?.writeText(code.value) ?? Promise.reject(new Error('no clipboard'))
    // Where the page is not served safely there is no clipboard; the old way copies the selection.
    void copying.catch(() => document.execCommand('copy')).then(say)
  })
}

function prepareSandbox() {
  const form = main.querySelector('form')
  if (!form) return
  form.addEventListener('submit', () => {
    form.querySelector('button').disabled = true
  })
}
