import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { IdentitySettings } from '../settings.ts'
import { drawCaptcha } from './draw-captcha.ts'
import { glyphs } from './glyphs.ts'
import { insertCaptcha, takeCaptchaRow } from './queries.ts'
import { tellSandbox } from './tell-sandbox.ts'

export type Captchas = {
  /** Draws a fresh captcha for this id, for the address that requests and no other. */
  draw: (codeId: string, ip: string) => Promise<Result<{ bytes: Buffer }, 'too_many_requests'>>
  /** Whether the answer is right. The captcha is gone afterwards, right or wrong. */
  solve: (answer: { codeId: string; captCode: string; ip: string }) => Promise<boolean>
}

const CHARACTERS = [...glyphs.keys()]

/** Captchas live in the database, so that any server can check what another one drew. */
export function openCaptchas(deps: Deps, settings: IdentitySettings['captcha']): Captchas {
  const drawn = deps.limits.limiter('captcha', settings.drawn.max, settings.drawn.seconds)
  return {
    draw: async (codeId, ip) => {
      if (!(await drawn.take(ip))) return refuse('too_many_requests')
      const solution = Array.from(
        { length: settings.length },
        () => CHARACTERS[deps.random.below(CHARACTERS.length)] ?? '',
      ).join('')
      const bytes = await drawCaptcha(solution, deps.random)
      await insertCaptcha(deps.db, { codeId: Number(codeId), ip, solution, seconds: settings.liveSeconds })
      await tellSandbox(deps, codeId, solution)
      return ok({ bytes })
    },
    solve: async ({ codeId, captCode, ip }) => {
      const solution = await takeCaptchaRow(deps.db, Number(codeId), ip)
      return solution !== undefined && solution === captCode.trim().toUpperCase()
    },
  }
}
