import { hash, verify } from '@node-rs/argon2'
import { Fault } from '../../platform/fault.ts'
import type { Random } from '../../platform/random.ts'
import type { IdentitySettings } from '../settings.ts'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /**
   * Whether the password is the one that was hashed. With no hash (nobody has this e-mail) it works just as
   * long on a hash of nobody's, and answers no: the time tells nothing.
   */
  verify: (passwordHash: string | undefined, password: string) => Promise<boolean>
}

/** argon2id, a few at a time: each takes 19 MiB and a core for some 15 ms. */
export function openPasswords(settings: IdentitySettings['password'], random: Random): Passwords {
  const turn = turns(settings.atOnce, settings.waiting)
  const options = { memoryCost: settings.memoryKib, timeCost: settings.passes, parallelism: settings.lanes }
  const hashOf = (password: string) => turn(() => hash(written(password), options))
  let nobodys: Promise<string> | undefined
  return {
    hash: hashOf,
    verify: async (passwordHash, password) => {
      nobodys ??= hash(random.token(16), options)
      const dummy = await nobodys
      const matches = await turn(() => verify(passwordHash ?? dummy, written(password)))
      return passwordHash !== undefined && matches
    },
  }
}

/** The same password typed on another keyboard may come as other code points. */
const written = (password: string) => password.normalize('NFKC')

function turns(atOnce: number, waiting: number) {
  let working = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) {
      if (queue.length >= waiting) throw new Fault('too many passwords are being checked')
      // Whoever ends hands the place over, so nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      working += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else working -= 1
    }
  }
}
