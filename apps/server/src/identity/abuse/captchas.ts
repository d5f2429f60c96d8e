import { turnsOf } from '../../platform/costly-work.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { IdentitySettings } from '../settings.ts'
import { drawCaptcha, glyphs } from './draw-captcha.ts'
import { soundCaptcha, soundSolution } from './sound-captcha.ts'
import { insertCaptcha, consumeCaptchaRow } from './queries.ts'
import { sendToSandbox } from './send-to-sandbox.ts'

export type Captchas = {
  /** Draws a fresh captcha for this id, for the address that requests and no other. */
  draw: (wish: Wish) => Promise<Result<{ bytes: Buffer }, 'too_many_requests'>>
  /** The same to be listened to: it takes the place of what was drawn for this id. */
  sound: (wish: Wish) => Promise<Result<{ bytes: Buffer }, 'too_many_requests'>>
  /** Whether the answer is right, and the captcha was made for this. It is gone afterwards, right or wrong. */
  solve: (answer: { codeId: string; captCode: string; ip: string }, purpose: Purpose) => Promise<boolean>
}

export type Purpose = 'login' | 'register'

/** The call of the specification names no purpose: what it draws is good for either, once. */
type Wish = { codeId: string; ip: string; purpose?: Purpose | undefined }

/** What may be asked of a person: an answer, and how it is shown or played. */
type Kind = { solution: () => string; render: (solution: string) => Buffer | Promise<Buffer> }

const CHARACTERS = [...glyphs.keys()]

/** Captchas live in the database, so that any server can check what another one drew. */
export function openCaptchas(deps: Deps, settings: IdentitySettings['captcha']): Captchas {
  const drawn = deps.limits.limiter('captcha', settings.drawn.max, settings.drawn.seconds)
  const inTurn = turnsOf('captcha')
  const make = async ({ codeId, ip, purpose }: Wish, kind: Kind) => {
    if (!(await drawn.take(ip))) return refuse('too_many_requests')
    const solution = kind.solution()
    const bytes = await inTurn(ip, async () => kind.render(solution))
    const seconds = settings.liveSeconds
    await insertCaptcha(deps.db, { codeId: Number(codeId), ip, solution, purpose: purpose ?? null, seconds })
    await sendToSandbox(deps, codeId, solution)
    return ok({ bytes })
  }
  const picture: Kind = {
    solution: () =>
      Array.from(
        { length: settings.length },
        () => CHARACTERS[deps.random.below(CHARACTERS.length)] ?? '',
      ).join(''),
    render: (solution) => drawCaptcha(solution, deps.random),
  }
  const beeps: Kind = {
    solution: () => soundSolution(deps.random),
    render: (solution) => soundCaptcha(solution, deps.random),
  }
  return {
    draw: (wish) => make(wish, picture),
    sound: (wish) => make(wish, beeps),
    solve: async ({ codeId, captCode, ip }, purpose) => {
      const drawn = await consumeCaptchaRow(deps.db, Number(codeId), ip)
      if (!drawn || (drawn.purpose !== null && drawn.purpose !== purpose)) return false
      return drawn.solution === captCode.replaceAll(/\s/g, '').toUpperCase()
    },
  }
}
