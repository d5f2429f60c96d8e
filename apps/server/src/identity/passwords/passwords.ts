import { hash, verify } from '@node-rs/argon2'
import { inTurns } from '../../platform/costly-work.ts'
import type { Random } from '../../platform/random.ts'
import type { IdentitySettings } from '../settings.ts'

export type Passwords = {
  hash: (password: string, turn?: { goesFirst: boolean }) => Promise<string>
  /**
   * Whether the password is the one that was hashed. With no hash (nobody has this e-mail) it works just as
   * long on a hash of nobody's, and answers no: the time tells nothing. What goes first does not wait for strangers.
   */
  verify: (
    passwordHash: string | undefined,
    password: string,
    turn?: { goesFirst: boolean },
  ) => Promise<boolean>
}

/** The turn of who is signed in: tries are bounded by session. */
export const ofSession = { goesFirst: true }

/** argon2id, a few at a time: each takes 19 MiB and a core for some 15 ms. */
export function openPasswords(settings: IdentitySettings['password'], random: Random): Passwords {
  const { atOnce, waiting } = settings
  const inTurn = inTurns('password', { atOnce, waiting, each: Infinity })
  // Whose it is the throttles of each call bound: here all strangers wait alike.
  const turn = <T>(work: () => Promise<T>, goesFirst = false) => inTurn('anybody', work, { goesFirst })
  const options = { memoryCost: settings.memoryKib, timeCost: settings.passes, parallelism: settings.lanes }
  const hashOf: Passwords['hash'] = (password, { goesFirst } = { goesFirst: false }) =>
    turn(() => hash(written(password), options), goesFirst)
  let nobodys: Promise<string> | undefined
  return {
    hash: hashOf,
    verify: async (passwordHash, password, { goesFirst } = { goesFirst: false }) => {
      nobodys ??= hash(random.token(16), options)
      const dummy = await nobodys
      const matches = await turn(() => verify(passwordHash ?? dummy, written(password)), goesFirst)
      return passwordHash !== undefined && matches
    },
  }
}

/** The same password typed on another keyboard may come as other code points. */
const written = (password: string) => password.normalize('NFKC')
